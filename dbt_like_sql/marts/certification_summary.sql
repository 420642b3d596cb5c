-- Certification by domain and source: how many bundles may be used, how strong their benches are.
-- Key: domain, source, licence
-- Columns:
--   bundles: all of them, certified or not
--   certified: how many may be used
--   weak: of the certified, those whose bench fewer than half of the telling mutants fail
--   refused: one entry for each that may not be used: its task and the reason
--   mean_mutation_score: over certified bundles
select
    environment_bundles.domain,
    environment_bundles.source,
    environment_bundles.licence,
    count(*) as bundles,
    count(*) filter (environment_bundles.certified) as certified,
    count(*) filter (environment_bundles.certified and environment_bundles.weak) as weak,
    avg(environment_bundles.mutation_score) filter (environment_bundles.certified) as mean_mutation_score,
    list(environment_bundles.seed_id || ': ' || environment_bundles.reason order by environment_bundles.seed_id)
        filter (not environment_bundles.certified) as refused
from environment_bundles
group by environment_bundles.domain, environment_bundles.source, environment_bundles.licence
