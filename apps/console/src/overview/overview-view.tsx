import { Page } from '../shared/page.js';
import { words } from '../words/words.js';

export function OverviewView() {
  return <Page title={words.overview.title}>{null}</Page>;
}
