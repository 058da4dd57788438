import { count } from './receivers.words.js';

export const filterWords = {
  title: 'Filter',
  hint: 'An event must match every list. An empty list allows all.',
  open: 'Only some parcels …',
  all: 'All',
  /** What to type where no value is found. */
  type: {
    couriers: 'Type the code of a courier',
    destinationCountries: 'Type three capital letters, such as AUT',
    warehouses: 'Type a warehouse as in your records',
    languages: 'Type two small letters, such as de',
    clients: 'Type a client as in your records',
    deliveryLocations: '',
    returnReasons: '',
    exceptions: '',
  },
  nothing: 'No such value',
  add: (value: string) => `Add “${value}”`,
  clear: (list: string) => `Remove all: ${list}`,
  parcels: (parcels: number) => count(parcels, 'parcel', 'parcels'),
  noEvents: 'Your account has no events yet that could show what this takes.',
  takes: (taken: number, judged: number) =>
    judged === 1 ? `Takes ${taken} of 1 event.` : `Takes ${taken.toLocaleString('en')} of the last ${judged.toLocaleString('en')} events.`,
  show: 'What it leaves out',
  inPart: (parcels: number) =>
    `${count(parcels, 'parcel is', 'parcels are')} told only in part: the filter takes some of ${parcels === 1 ? 'its' : 'their'} events and leaves out others.`,
  leftOut: 'Left out, newest first',
  noneLeftOut: 'It leaves out no event.',
  taken: 'Taken, newest first',
  noneTaken: 'It takes no event.',
  otherEvent: 'The event is not chosen',
  notIn: (list: string, value: string) => `${list}: ${value}`,
  columns: { event: 'Event', parcel: 'Parcel', because: 'Because of', createdAt: 'Time' },
} as const;
