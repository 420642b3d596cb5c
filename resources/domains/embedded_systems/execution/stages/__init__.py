"""The steps of one sandbox job: building and the model (`job`), QEMU and Renode. Their order is the backend's."""
