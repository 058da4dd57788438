import { Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { accessWords } from '../words/access.words.js';

/** The subject of an audit entry, as a link if the console has a page for it. */
export function SubjectLink({ entry: { action, subjectId } }: { readonly entry: Schemas['AuditEntry'] }) {
  const [kind] = action.split('.');
  const receiver = useKnownReceivers().find(({ receiverId }) => kind === 'receiver' && receiverId === subjectId);
  if (receiver) {
    return (
      <TextLink to="/receivers/$receiverId" params={{ receiverId: subjectId }} size="sm" truncate title={receiver.name}>
        {receiver.name}
      </TextLink>
    );
  }
  if (kind === 'delivery') {
    return (
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId: subjectId }} size="sm" truncate title={subjectId}>
        {subjectId}
      </TextLink>
    );
  }
  return (
    <Text span size="sm" c="dimmed" truncate title={subjectId}>
      {kind === 'token' ? accessWords.audit.byToken(Number(subjectId)) : subjectId}
    </Text>
  );
}
