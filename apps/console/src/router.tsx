// Every view and its address. The account's views lie at the top; views of another role would get a prefix of their own.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { consolePath } from './api/client.js';
import { parseSearchText, pickTexts, toSearchText } from './search-text.js';
import { BrokenView, NotFoundView } from './shared/error-view.js';
import { Loading } from './shared/query-view.js';
import { Shell } from './shell/shell.js';
import { OverviewView } from './overview/overview-view.js';

/** The zone of all times stays in the address from view to view. */
const root = createRootRoute({
  component: Shell,
  validateSearch: pickTexts('zone'),
  search: { middlewares: [retainSearchParams(['zone'])] },
});
const under = () => root;

const overview = createRoute({ getParentRoute: under, path: '/', validateSearch: pickTexts('range', 'q'), component: OverviewView });
const search = createRoute({
  getParentRoute: under,
  path: '/search',
  validateSearch: pickTexts('q'),
  component: lazyRouteComponent(() => import('./search/search-view.js'), 'SearchView'),
});
const parcels = createRoute({
  getParentRoute: under,
  path: '/parcels',
  validateSearch: pickTexts('q', 'courier', 'status', 'event', 'client', 'orderNo', 'failing', 'from', 'to'),
  component: lazyRouteComponent(() => import('./parcels/parcels-view.js'), 'ParcelsView'),
});
const parcel = createRoute({
  getParentRoute: under,
  path: '/parcels/$courier/$trackingNumber',
  validateSearch: pickTexts('event', 'receiverId', 'order'),
  component: lazyRouteComponent(() => import('./parcel/parcel-view.js'), 'ParcelView'),
});
const deliveries = createRoute({
  getParentRoute: under,
  path: '/deliveries',
  validateSearch: pickTexts(
    'receiverId',
    'status',
    'event',
    'kind',
    'outcome',
    'httpStatus',
    'orderNo',
    'client',
    'courier',
    'trackingNumber',
    'eventid',
    'from',
    'to',
    'live',
  ),
  component: lazyRouteComponent(() => import('./deliveries/deliveries-view.js'), 'DeliveriesView'),
});
const delivery = createRoute({
  getParentRoute: under,
  path: '/deliveries/$deliveryId',
  validateSearch: pickTexts('attempt'),
  component: lazyRouteComponent(() => import('./delivery/delivery-view.js'), 'DeliveryView'),
});
const newReceiver = createRoute({
  getParentRoute: under,
  path: '/receivers/new',
  validateSearch: pickTexts('event'),
  component: lazyRouteComponent(() => import('./receivers/new-receiver-view.js'), 'NewReceiverView'),
});
const receiver = createRoute({
  getParentRoute: under,
  path: '/receivers/$receiverId',
  validateSearch: pickTexts('tab', 'period'),
  component: lazyRouteComponent(() => import('./receivers/receiver-view.js'), 'ReceiverView'),
});
const recover = createRoute({
  getParentRoute: under,
  path: '/recover',
  validateSearch: pickTexts('receiverId', 'status', 'from', 'to', 'redeliveryId'),
  component: lazyRouteComponent(() => import('./recover/recover-view.js'), 'RecoverView'),
});
const notifications = createRoute({
  getParentRoute: under,
  path: '/notifications',
  validateSearch: pickTexts('type'),
  component: lazyRouteComponent(() => import('./notifications/notifications-view.js'), 'NotificationsView'),
});
const catalogue = createRoute({
  getParentRoute: under,
  path: '/catalogue',
  validateSearch: pickTexts('event', 'format', 'language', 'receiverId'),
  component: lazyRouteComponent(() => import('./catalogue/catalogue-view.js'), 'CatalogueView'),
});
const help = createRoute({
  getParentRoute: under,
  path: '/help/$document',
  component: lazyRouteComponent(() => import('./help/help-view.js'), 'HelpView'),
});
const access = createRoute({
  getParentRoute: under,
  path: '/access',
  validateSearch: pickTexts('tab', 'action', 'subjectId', 'from', 'to'),
  component: lazyRouteComponent(() => import('./access/access-view.js'), 'AccessView'),
});

const routeTree = root.addChildren([
  overview,
  search,
  parcels,
  parcel,
  deliveries,
  delivery,
  newReceiver,
  receiver,
  recover,
  notifications,
  catalogue,
  access,
  help,
]);

export const router = createRouter({
  routeTree,
  basepath: consolePath,
  parseSearch: parseSearchText,
  stringifySearch: toSearchText,
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenView,
  defaultNotFoundComponent: NotFoundView,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
