import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function RecoverView() {
  return <Page title={words.recover.title}>{null}</Page>;
}
