// The texts that every view needs. The texts of one view load with the view. A second language is a second set of these files.
import { keyboardWords } from './keyboard.words.js';
import { overviewWords } from './overview.words.js';
import { receiversWords } from './receivers.words.js';
import { sessionWords } from './session.words.js';
import { helpWords, listsWords, sharedWords } from './shared.words.js';

export const words = {
  shared: sharedWords,
  session: sessionWords,
  lists: listsWords,
  keyboard: keyboardWords,
  help: helpWords,
  overview: overviewWords,
  receivers: receiversWords,
} as const;
