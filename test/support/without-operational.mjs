// Preloaded into a compiled app (--import): it knows no operational event, like a version from before them.
import { OPERATIONAL_EVENT_NAMES } from '#libs/contracts';

OPERATIONAL_EVENT_NAMES.length = 0;
