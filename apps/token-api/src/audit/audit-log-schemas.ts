import { list, moment, object, oneWord, orNull, text, whole } from '../openapi/schema-words.js';
import { AUDIT_ACTIONS } from './audit-entry.js';

const by = {
  description: 'A token (`tokenId`, with the `X-Request-Id` of its request), or an operator (`command`).',
  ...object({ tokenId: whole(0), requestId: text(), command: text() }, ['tokenId', 'requestId', 'command']),
};

const fields = (description: string) => orNull({ type: 'object', description });

export const AUDIT_PAGE = {
  title: 'AuditPage',
  ...object({
    entries: list({
      title: 'AuditEntry',
      ...object({
        auditId: whole(1),
        at: moment(),
        action: oneWord(AUDIT_ACTIONS),
        subjectId: text('tokenId, receiverId, deliveryId or consignmentId: the action tells which.'),
        by,
        before: fields('What the change replaced; null = nothing.'),
        after: fields('What stands now; null = nothing.'),
      }),
    }),
    nextCursor: orNull(text('For the parameter `cursor` of the next page; null = this was the last one.')),
  }),
};

export const AUDIT_EXAMPLE = {
  entries: [
    {
      auditId: 17,
      at: '2026-03-29T10:00:00.000Z',
      action: 'receiver.changed',
      subjectId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      by: { tokenId: 7, requestId: '6b0c2f5e-1d0a-4f6e-9f0e-2a1b3c4d5e6f' },
      before: { enabled: true },
      after: { enabled: false },
    },
  ],
  nextCursor: null,
};
