import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function NewReceiverView() {
  return <Page title={words.receivers.title}>{null}</Page>;
}
