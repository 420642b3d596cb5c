"""audit_reports and correction_log: what the ICWM said, run for real; figures with intervals; corrections."""
