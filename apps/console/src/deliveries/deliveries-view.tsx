import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function DeliveriesView() {
  return <Page title={words.deliveries.title}>{null}</Page>;
}
