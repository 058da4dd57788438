export { recordFaults, scanFaults } from './messages/all-faults.js';
export {
  type DeliveryAttempt,
  attemptId,
  DELIVERY_ATTEMPT_HEADER,
  deliveryAttemptHeaders,
  deliveryAttemptKey,
  onlyReferences,
  readDeliveryAttempt,
} from './messages/delivery-attempt.js';
export { type ExpectedDelivery, isSameExpectedDelivery } from './messages/expected-delivery.js';
export { isTooDeep, MAX_JSON_DEPTH } from './messages/json-depth.js';
export { parseLink } from './messages/link.js';
export { isJsonObject, type JsonObject, MAX_MESSAGE_BYTES } from './messages/message-bytes.js';
export { jsonHeaders } from './messages/message-headers.js';
export { isCalendarDateText, isTimeZone, LATEST_MS, parseInstant, parseInstantIn, toIso } from './messages/message-time.js';
export type { OwnMessage } from './messages/own-message.js';
export { DELIVERY_ATTEMPT_SCHEMA, TRACKING_EVENT_HEADERS_SCHEMA } from './messages/own-message-schemas.js';
export { MAX_REFERENCE_CHARS, normaliseTrackingNumber, parcelKey } from './messages/parcel-key.js';
export { type Fault, type Parsed, fault, parsed } from './messages/parsed.js';
export { type OpeningHours, type OpeningSpan, type PickupLocation } from './messages/pickup-location.js';
export { type References, type RetailerRecord, parseRecord, parseRecordObject } from './messages/record.js';
export { RECORD_SCHEMA } from './messages/record-schema.js';
export { ownScanIdsOf, type Scan, parseScan, parseScanObject, writtenScanId } from './messages/scan.js';
export { SCAN_SCHEMA } from './messages/scan-schema.js';
export { compileSchema, describe as describeSchemaError, type SchemaFault } from './messages/schema-check.js';
export {
  type TrackingEvent,
  type TrackingEventHead,
  readTrackingEvent,
  readTrackingEventHead,
  readTrackingEventPayload,
  trackingEventHeaders,
  trackingEventKey,
} from './messages/tracking-event.js';
export { toTraceparent } from './messages/traceparent.js';
export {
  DLQ_GROUPS,
  GROUPS,
  LONGEST_IN_DLQ_MS,
  LONGEST_IN_TOPIC_MS,
  TOPICS,
  type TopicLayout,
  type TopicName,
  type TopicSpec,
  dlqOf,
  topicSpecs,
} from './topics.js';
export { type Cause, consignmentIdOf, eventIdOf, ONCE, parcelIdOf, type ParcelIdentity } from './parcel/event-id.js';
export {
  isFailedAttempt,
  isLabelConfirmation,
  isQualifiedAttempt,
  STATUS_RULES,
  type StatusClass,
  type StatusRule,
} from './parcel/event-rules.js';
export { idDigest } from './parcel/id-digest.js';
export { BEFORE_RECORD_MS, isReusedNumber, REUSED_AFTER_MS } from './parcel/reused-number.js';
export * from './vocabulary.js';
export { type CloudEventIdentity, cloudEventType, toCloudEventBody } from './webhook/cloud-event.js';
export { type CloudEventConfig, cloudEventIdentityOf, cloudEventSettings } from './webhook/cloud-event-settings.js';
export { type WebhookData, type WebhookPayload, type WebhookReporting, toPlainBody } from './webhook/payload.js';
export { toTrackingBody } from './webhook/tracking-body.js';
export { EVENT_MEANINGS, isFinalEvent } from './webhook/event-meanings.js';
export { CLOUD_EVENT_SCHEMA, eventSchemaOf, ownFieldsOf, WEBHOOK_PAYLOAD_SCHEMA } from './webhook/payload-schema.js';
export { withMirrored } from './webhook/mirrored-query.js';
export { isRedirect } from './webhook/redirect-status.js';
export { basicCredentials, USER_AGENT } from './webhook/request-headers.js';
export { signatureHeaders } from './webhook/sign-request.js';
export { deliveryIdOf } from './webhook/delivery-id.js';
export * from './webhook/operational-event.js';
export { exampleOperationalEvent } from './webhook/operational-example.js';
export {
  OPERATIONAL_CLOUD_EVENT_SCHEMA,
  OPERATIONAL_EVENT_SCHEMA,
  operationalSchemaOf,
  titleOf as operationalTitleOf,
} from './webhook/operational-schema.js';
export {
  CLOSED_FILTER_LISTS,
  type ContentFilter,
  contentFilterOf,
  FILTER_LISTS,
  type FilteredEvent,
  filteredValue,
  type FilterList,
  NO_FILTER,
  type ReceiverFilter,
  refusedBy,
  type RefusingList,
  toFilteredEvent,
  wants,
} from './webhook/receiver-filter.js';
export { receiverNameOf } from './receiver-name.js';
export { uuidV5 } from './uuid-v5.js';
