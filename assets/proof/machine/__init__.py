"""Training and answering without anything of this project but the files of `prepare`: plain torch and transformers.

A machine with a GPU often has no TRL, no tools and no network. Nothing here imports another package of the project;
what is read are the token exports that `icwm sft` reads, what is written are lines of JSON.
"""
