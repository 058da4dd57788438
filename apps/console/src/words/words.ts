// The texts of what every view shows. A view's own texts load with the view. One file for each folder; a second language is a second set of these files.
import { helpWords } from './help.words.js';
import { keyboardWords } from './keyboard.words.js';
import { listsWords } from './lists.words.js';
import { overviewWords } from './overview.words.js';
import { receiversWords } from './receivers.words.js';
import { sessionWords } from './session.words.js';
import { sharedWords } from './shared.words.js';

export const words = {
  shared: sharedWords,
  session: sessionWords,
  lists: listsWords,
  keyboard: keyboardWords,
  help: helpWords,
  overview: overviewWords,
  receivers: receiversWords,
} as const;
