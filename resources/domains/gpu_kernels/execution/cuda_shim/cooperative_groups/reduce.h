// Where CUDA keeps reduce; here it stands with the groups.
#pragma once

#include "../cooperative_groups.h"
