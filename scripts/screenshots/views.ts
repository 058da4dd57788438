import type { DemoAccount } from './demo-account.js';

export interface View {
  /** The view's part of the file name docs/images/console-<name>-<look>.png. */
  readonly name: string;
  /** The path below /console/. */
  readonly path: string;
  /** A heading that the page shows once it is drawn. */
  readonly heading: RegExp | string;
}

/** Returns every view, with the data of the demonstration. */
export const viewsOf = ({ failing, mended, parcel, failedDeliveryId }: DemoAccount): readonly View[] => [
  { name: 'overview', path: '', heading: /^Overview/ },
  { name: 'parcels', path: 'parcels', heading: /^Parcels/ },
  { name: 'parcel', path: `parcels/${parcel.courier}/${parcel.trackingNumber}`, heading: parcel.trackingNumber },
  { name: 'deliveries', path: 'deliveries', heading: /^Deliveries/ },
  { name: 'delivery', path: `deliveries/${failedDeliveryId}`, heading: /./ },
  { name: 'receiver', path: `receivers/${failing}`, heading: /./ },
  { name: 'settings', path: `receivers/${mended}?tab=settings`, heading: /./ },
  { name: 'recover', path: `recover?receiverId=${failing}`, heading: /^Recover/ },
  { name: 'catalogue', path: 'catalogue?event=onOutForDelivery', heading: /catalogue/i },
  { name: 'access', path: 'access', heading: /^Access/ },
];
