// All texts of the console, one file for each folder. A second language is a second set of these files.
import { accessWords } from './access.words.js';
import { catalogueWords } from './catalogue.words.js';
import { deliveriesWords } from './deliveries.words.js';
import { deliveryListWords } from './delivery-list.words.js';
import { helpWords } from './help.words.js';
import { keyboardWords } from './keyboard.words.js';
import { listsWords } from './lists.words.js';
import { overviewWords } from './overview.words.js';
import { parcelsWords } from './parcels.words.js';
import { receiversWords } from './receivers.words.js';
import { recoverWords } from './recover.words.js';
import { searchWords } from './search.words.js';
import { sessionWords } from './session.words.js';
import { sharedWords } from './shared.words.js';
import { verifyWords } from './verify.words.js';

export const words = {
  shared: sharedWords,
  session: sessionWords,
  lists: listsWords,
  keyboard: keyboardWords,
  help: helpWords,
  overview: overviewWords,
  parcels: parcelsWords,
  search: searchWords,
  deliveries: deliveriesWords,
  deliveryList: deliveryListWords,
  receivers: receiversWords,
  recover: recoverWords,
  verify: verifyWords,
  catalogue: catalogueWords,
  access: accessWords,
} as const;
