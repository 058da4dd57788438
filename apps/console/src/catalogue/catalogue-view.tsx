import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function CatalogueView() {
  return <Page title={words.catalogue.title}>{null}</Page>;
}
