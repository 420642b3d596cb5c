"""The learned backend (ICWM): its protocol, rendering, training, prediction, calibration, baselines."""
