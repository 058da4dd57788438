import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function AccessView() {
  return <Page title={words.access.title}>{null}</Page>;
}
