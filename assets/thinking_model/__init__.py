"""The thinking model: a pretrained base, fine-tuned on the exported corpus."""
