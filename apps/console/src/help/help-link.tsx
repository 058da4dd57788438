import { IconHelpCircle } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { TextLink } from '../shared/links.js';
import { words } from '../words/words.js';
import { documentOf } from './documents.js';

const text = words.help;

/** Leads to the document about the present view. */
export function HelpLink() {
  const route: string = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  const name = documentOf(route);
  if (route.startsWith('/help')) return null;
  return (
    <TextLink
      to="/help/$document"
      params={{ document: name }}
      size="sm"
      title={text.helpOn(text.titles[name])}
      style={{ whiteSpace: 'nowrap' }}
    >
      <IconHelpCircle size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {text.help}
    </TextLink>
  );
}
