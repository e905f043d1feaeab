#pragma once

// Nothing is called by name: what is here takes effect by being linked.
