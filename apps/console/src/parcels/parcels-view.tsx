import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function ParcelsView() {
  return <Page title={words.parcels.title}>{null}</Page>;
}
