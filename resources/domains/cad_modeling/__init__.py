"""CAD modelling: CadQuery scripts, judged by the solid that they leave."""
