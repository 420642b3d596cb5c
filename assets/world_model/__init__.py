"""icwm_checkpoint and icwm_fidelity: the learned backend, trained on real turns and measured on held-out ones."""
