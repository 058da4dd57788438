/**
 * What payloads of events and states of consignments have in common: the last is the most frequent.
 * Frozen for ever: what is stored unpacks with these very bytes. A better dictionary is another form beside it (packed-text.ts).
 */
export const DICTIONARY = [
  // words of carriers, retailers and texts
  'Your parcel has been delivered. Date of delivery: Place of delivery: Note: Scan location: Your parcel is on its way to you.',
  'Ihre Sendung wurde zugestellt. Ihre Sendung ist unterwegs zu Ihnen. Ihre Sendung ist in der Zustellung. Votre colis a été livré. ',
  'Europe/Paris Europe/London Europe/Vienna Europe/Madrid Europe/Warsaw Europe/Amsterdam "DEU" "AUT" "FRA" "ESP" "ITA" "NLD" "POL" "GBR" "CHE" ',
  'swiss-post austrian-post la-poste correos chronopost royal-mail postnord postnl inpost seur bpost packeta fedex hermes-de dhl-express gls ups dpd-de dhl-germany ',
  'ParcelShop Neighbour Mailbox PickupReadyNextDay PickupReadyToday FailedAttemptFirst FailedAttemptSecond FailedAttemptFinal CustomsReleased ',
  'WarehousePrepared InboundScan DestinationDeliveryCenter Scheduled ImportHub ExportHub Exception Return Cancelled OutForDelivery InTransit Delivered Pending ',
  'onInternalDelay onUpdated onScheduled onDelay onFailedAttempt onPickupReady onReturn onDispatch onOutForDelivery onDelivered onCreated ',
  // a state
  '"toldDates":[],"promises":[{"sendDate":"2026-","sinceMs":0}]},"warehouseDelayMs":17 "rerouteLink":{"value":"https://","asOfMs":17},"scanLink":{"value":"https://',
  '"cancelledAtMs":17,"carrierCancelledAtMs":17,"exceptionCode":"","returnReason":"","nextAction":"","nextActionIsSpecified":false,"pickup":{"address":"","openingHours":"',
  '"internalDelay":{"state":"fired","sendDate":"2026-","happenedAtMs":17,"dueAtMs":17,"armedAtMs":17,"state":"disarmed","state":"armed","information":"',
  '"expectedDelivery":{"value":{"startDate":"2026-","endDate":"2026-","startTime":"","endTime":""},"asOfMs":17},"expectedDelivery":{"value":null,"asOfMs":17},',
  '"deliveryLocation":{"value":"","asOfMs":17},"finalEventMs":17,"shown":{"status":"InTransit","occurredAtMs":17,"rawScan":"","location":", DE"},"isDispatched":true,',
  '"milestones":{"labelMs":17,"inboundMs":17,"attemptMs":17,"deliveredMs":17},"failedAttemptsMs":[17],"sendDate":"2026-","warehouseTimeZone":"Europe/Berlin","recipientTimeZone":"Europe/Berlin",',
  '{"consignmentId":"","account":1,"courier":"acme-express","trackingNumber":"","generation":1,"recordedAtMs":1774598400000,"openedAtMs":17,"record":{"references":{"courier":"","tracking_number":"',
  '","trackingLink":"https://carrier.example/track/","isReturn":false,"isCancelled":false},"zone":"Europe/Berlin","appliedTransfers":["","appliedScans":["","leftOutScans":[],',
  '"appliedScans":[],"leftOutScans":[],"isDispatched":false,"milestones":{},"failedAttemptsMs":[],"courierLink":"https://www."}',
  // a payload
  ',"exception_code":"","next_action":"","next_action_is_specified":false,"pickup_location_address":"","pickup_location_opening_hours":"","pickup_location_coordinates":"',
  ',"delivery_information":"","return_reason":"","expected_delivery_date_raw":{"startDate":"2026-","endDate":"2026-","startTime":"","endTime":""},',
  '{"event":"onDelivered","eventid":"","timestamp":"2026-01-01T10:00:00.000Z","references":{"courier":"acme-express","tracking_number":"","orderNo":"","client":"shop-de","warehouse":"W1",',
  '"destination_country_iso3":"DEU","language":"de"},"data":{"tracking_link":"https://carrier.example/track/","reroute_link":"","raw_scan":"","raw_scan_location":"","delivery_status":"Pending",',
  '"delivery_status_locale_short":"Awaiting information","delivery_status_locale_long":"There is no tracking information yet.","expected_delivery_date_raw":{},',
  '"expected_delivery_date_formatted":"","delivery_location":""},"reporting":{"lead_time_door_to_door":-1,"lead_time_qualified_attempt":-1,"lead_time_end_to_end":-1}}',
].join('');
