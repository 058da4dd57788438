import type { References, RetailerRecord } from '#libs/contracts';
import type { RecordContent } from '../consignment/consignment.js';

/** Returns the content of a transfer, with links from an earlier transfer if it names none. */
export function contentOf(record: RetailerRecord, known: RecordContent | undefined): RecordContent {
  return {
    references: record.references,
    sendDate: record.sendDate,
    warehouseTimeZone: record.warehouseTimeZone,
    recipientTimeZone: record.recipientTimeZone,
    trackingLink: record.trackingLink ?? known?.trackingLink,
    rerouteLink: record.rerouteLink ?? known?.rerouteLink,
    isReturn: record.isReturn,
    isCancelled: record.action === 'cancel',
  };
}

/** Compares value by value, because content from the database has its keys in another order. */
export function isSameContent(a: RecordContent, b: RecordContent): boolean {
  return (
    a.sendDate === b.sendDate &&
    a.warehouseTimeZone === b.warehouseTimeZone &&
    a.recipientTimeZone === b.recipientTimeZone &&
    a.trackingLink === b.trackingLink &&
    a.rerouteLink === b.rerouteLink &&
    a.isReturn === b.isReturn &&
    a.isCancelled === b.isCancelled &&
    isSameReferences(a.references, b.references)
  );
}

const isSameReferences = (a: References, b: References): boolean =>
  (Object.keys(a) as (keyof References)[]).every((key) => a[key] === b[key]);
