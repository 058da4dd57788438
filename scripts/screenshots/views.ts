import type { DemoAccount } from './demo-account.js';

export interface View {
  /** The part of the file names that tells the view: docs/images/console-<name>-<look>.png. */
  readonly name: string;
  /** Below /console/. */
  readonly path: string;
  /** What stands on the page once it is drawn. */
  readonly heading: RegExp | string;
}

/** Every view, over the data of the demonstration. */
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
