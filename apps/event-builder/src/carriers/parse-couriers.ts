import { NEXT_ACTIONS, normaliseTrackingNumber, parseLink, type References } from '#libs/contracts';
import type { NextActionDefaults } from '../consignment/next-action.js';
import { type Entry, OperatorFileFault, readOperatorFile } from './operator-file.js';

/** The facts about a courier beside its codes (couriers.yaml). */
export interface Courier {
  readonly courier: string;
  /** The tracking page with `{tracking_number}` and, if the page needs it, `{language}`. */
  readonly trackingLink?: string;
  readonly nextAction: NextActionDefaults;
  readonly source: string;
}

export type Couriers = ReadonlyMap<string, Courier>;

/** @throws OperatorFileFault for unknown words, a repeated courier, or a link that is not a URI or lacks the tracking number */
export function parseCouriers(file: string, text: string): Couriers {
  const couriers = readOperatorFile(file, text, readCourier);
  const byName = new Map<string, Courier>();
  const faults: string[] = [];
  for (const courier of couriers) {
    const known = byName.get(courier.courier);
    if (known !== undefined) faults.push(`${courier.source} names ${courier.courier} again, after ${known.source}`);
    byName.set(courier.courier, courier);
  }
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return byName;
}

function readCourier(entry: Entry): Courier {
  const courier = entry.requiredText('courier');
  const trackingLink = entry.text('tracking_link');
  if (trackingLink !== undefined && !isTemplate(trackingLink)) {
    entry.refuse(`has the tracking_link ${trackingLink}, which must be an https address with {tracking_number}`);
  }
  const nextAction = entry.nested('next_action');
  const defaults = {
    first: nextAction.oneOf('first', NEXT_ACTIONS),
    second: nextAction.oneOf('second', NEXT_ACTIONS),
    final: nextAction.oneOf('final', NEXT_ACTIONS),
  };
  nextAction.refuseUnread();
  return { courier, ...(trackingLink !== undefined && { trackingLink }), nextAction: defaults, source: entry.source };
}

const isTemplate = (template: string): boolean =>
  template.startsWith('https://') && template.includes('{tracking_number}') && parseLink(fill(template, 'A1', 'en')) !== undefined;

const fill = (template: string, trackingNumber: string, language: string): string =>
  template.replaceAll('{tracking_number}', encodeURIComponent(trackingNumber)).replaceAll('{language}', encodeURIComponent(language));

/** Returns the courier's tracking page for one parcel, if it has one. */
export function courierLink(courier: Courier | undefined, references: References): string | undefined {
  if (courier?.trackingLink === undefined) return undefined;
  return fill(courier.trackingLink, normaliseTrackingNumber(references.tracking_number), references.language);
}
