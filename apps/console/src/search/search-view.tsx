import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function SearchView() {
  return <Page title={words.parcels.title}>{null}</Page>;
}
