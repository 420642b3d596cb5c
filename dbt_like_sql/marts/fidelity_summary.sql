-- Accuracy and balanced accuracy of the world model and its baselines on what training never saw.
-- Key: checkpoint, domain, split, predictor
select
    accuracy.checkpoint,
    accuracy.domain,
    accuracy.split,
    accuracy.predictor,
    accuracy.value as accuracy,
    accuracy.low as accuracy_low,
    accuracy.high as accuracy_high,
    balanced.value as balanced_accuracy,
    accuracy.support as turns
from icwm_fidelity as accuracy
join icwm_fidelity as balanced
    on balanced.checkpoint = accuracy.checkpoint
    and balanced.domain = accuracy.domain
    and balanced.split = accuracy.split
    and balanced.predictor = accuracy.predictor
    and balanced.metric = 'balanced_accuracy'
where accuracy.metric = 'accuracy'
