"""What domains are built of and share: reading task folders and public sets, recording an execution, fault rules.

Knows no domain, no language and no tool; the protocols that a domain offers stand beside this folder.
"""
