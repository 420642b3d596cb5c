"""Costly families of kernels: one execution takes ten CPU seconds or more, since kernels run over many shapes."""

from resources.domains.families import TaskFamily
from resources.domains.gpu_kernels.tasks.costly import attentions

COSTLY_FAMILIES = (
    TaskFamily(
        "gpu_kernels",
        "attention_sweep",
        "1",
        "attention by mask, bias, cap and layout, over a sweep of shapes, widths and dtypes",
        attentions.make,
    ),
)
