/**
 * Common parts of event payloads and consignment states, the most frequent last. A dictionary of twice the length packs no payload smaller
 * and takes a third more time.
 * Never change it: stored texts unpack only with these bytes. A better dictionary needs a new form beside this one (packed-text.ts).
 */
export const DICTIONARY = [
  // parts of some states
  '"internalDelay":{"state":"fired","sendDate":"2026-","happenedAtMs":17,"dueAtMs":17,"armedAtMs":17,"promises":[{"sendDate":"2026-","sinceMs":0}]},',
  '"expectedDelivery":{"value":{"startDate":"2026-","endDate":"2026-","startTime":"","endTime":""},"asOfMs":17},"deliveryLocation":{"value":"","asOfMs":17},',
  '"scanLink":{"value":"https://","finalEventMs":17,"shown":{"status":"InTransit","occurredAtMs":17,"rawScan":"","location":", DE"},"isDispatched":true,',
  '"milestones":{"labelMs":17,"inboundMs":17,"attemptMs":17,"deliveredMs":17},"sendDate":"2026-","warehouseTimeZone":"Europe/Berlin","cancelledAtMs":17,',
  // a state
  '{"consignmentId":"","account":1,"courier":"acme-express","trackingNumber":"","generation":1,"recordedAtMs":17,"openedAtMs":17,"record":{"references":{',
  '"trackingLink":"https://","isReturn":false,"isCancelled":false},"rerouteLink":"","zone":"Europe/Berlin","appliedTransfers":["","appliedScans":["',
  '],"appliedScans":[],"leftOutScans":[],"isDispatched":false,"milestones":{},"failedAttemptsMs":[]}',
  // a payload
  'onOutForDelivery onDispatch onDelay OutForDelivery Delivered dhl-germany ',
  '{"event":"onCreated","eventid":"","timestamp":"2026-01-01T10:00:00.000Z","references":{"courier":"acme-express","tracking_number":"","orderNo":"","client":"shop-de",',
  '"warehouse":"W1","destination_country_iso3":"DEU","language":"de"},"data":{"tracking_link":"https://carrier.example/track/","reroute_link":"","raw_scan":"",',
  '"raw_scan_location":"","delivery_status":"Pending","delivery_status_locale_short":"Awaiting information",',
  '"delivery_status_locale_long":"There is no tracking information yet.","expected_delivery_date_raw":{},"expected_delivery_date_formatted":"",',
  '"delivery_location":""},"reporting":{"lead_time_door_to_door":-1,"lead_time_qualified_attempt":-1,"lead_time_end_to_end":-1}}',
].join('');
