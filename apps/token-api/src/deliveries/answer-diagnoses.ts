// Diagnoses of attempts that were answered, or never sent.
import type { DiagnosisRow } from './diagnosis-row.js';

export const ACCEPTED: readonly DiagnosisRow[] = [
  {
    reasons: ['second_post'],
    meaning: 'Your server answered 401, then 2xx to a second POST with a fresh OAuth2 token.',
    toDo: 'Nothing. Your server refused a token before its end, and accepts the fresh token.',
  },
  {
    meaning: 'Your server sent a complete 2xx answer within timeoutMs.',
    toDo: 'Search your own log for the eventid (header webhook-id). If it is not there, a proxy in front of your program answers 2xx.',
  },
];

export const HTTP_STATUS: readonly DiagnosisRow[] = [
  {
    reasons: ['redirected'],
    meaning: 'Your server redirects, and redirects are not followed.',
    toDo: 'Set url to the final address. detail shows the address if your server names one.',
  },
  {
    statuses: [400, 422],
    meaning: 'Your server does not accept the body or a header.',
    toDo: 'Read responseBody, and compare requestBody with what your program expects.',
  },
  {
    statuses: [401],
    reasons: ['second_post'],
    meaning: 'Your server refuses a fresh OAuth2 token as well.',
    toDo: 'Check that your server trusts this token endpoint, and accepts the scope and audience of its tokens.',
  },
  {
    statuses: [401],
    reasons: ['too_late_for_second_post'],
    meaning: 'Your server refused the OAuth2 token, and too little of timeoutMs was left for a second POST.',
    toDo: 'Nothing: the next attempt has a fresh token. If it repeats, answer 401 sooner or raise timeoutMs.',
  },
  {
    statuses: [401],
    meaning: 'Your server refuses the credentials or the signature.',
    toDo: 'Send auth again by PATCH /receivers/{receiverId}. If you verify signatures, verify the bytes of the body exactly as received.',
  },
  {
    statuses: [403],
    meaning: 'Your server, or a firewall in front of it, refuses the request.',
    toDo: 'Let the sender addresses (GET /sender-addresses) through the firewall, and check the permissions of the credentials.',
  },
  {
    statuses: [404],
    meaning: 'Your server does not know the path.',
    toDo: 'Compare url with the route of your program.',
  },
  {
    statuses: [405],
    meaning: 'The path does not accept POST.',
    toDo: 'Let the route accept POST, or correct url.',
  },
  {
    statuses: [410],
    meaning: 'Your server says that the endpoint is gone for good.',
    toDo: 'Correct url, or switch off or delete the receiver. With onGone "disable" the service disables the receiver.',
  },
  {
    statuses: [413],
    meaning: 'The body is larger than your server or its proxy allows.',
    toDo: 'Raise the limit, for instance client_max_body_size of nginx.',
  },
  {
    statuses: [415],
    meaning: 'Your server does not accept the content type.',
    toDo: 'Accept application/json.',
  },
  {
    statuses: [429, 503],
    meaning:
      'Your server is busy or down. If it sent Retry-After, all webhooks for this receiver wait for that time, half an hour at most.',
    toDo: 'Answer 429 and 503 only to make the service wait. If the load is too high, set maxPerSecond or maxInFlight.',
  },
  {
    statuses: [502, 504],
    meaning: 'A proxy or load balancer got no answer from your program.',
    toDo: 'Check that your program runs, and that it answers the proxy in time.',
  },
  {
    statuses: ['5xx'],
    meaning: 'Your program failed.',
    toDo: 'Search your own log for the eventid (header webhook-id).',
  },
  {
    meaning: 'Your server answered, but not 2xx.',
    toDo: 'Read responseBody. Answer 2xx as soon as the event is stored.',
  },
];

export const GUARD: readonly DiagnosisRow[] = [
  {
    reasons: ['url_refused'],
    meaning: 'The service may not POST to this url; nothing was sent.',
    toDo: 'Correct url as detail says. The operator can allow internal addresses with RECEIVER_ALLOWED_CIDRS.',
  },
  {
    meaning: 'The host name resolves to an address that is not public; nothing was sent.',
    toDo: 'Correct the DNS records of the name. The operator can allow internal addresses with RECEIVER_ALLOWED_CIDRS.',
  },
];

export const AUTH: readonly DiagnosisRow[] = [
  {
    reasons: ['credentials_unreadable'],
    meaning: 'The stored credentials could not be decrypted; nothing was sent.',
    toDo: 'Send auth and clientCertificate again by PATCH /receivers/{receiverId}, or ask the operator (receiver.credentialsUnreadable).',
  },
  {
    reasons: ['no_fresh_token'],
    meaning: 'Your server answered 401, and the token endpoint gave no fresh token.',
    toDo: 'detail says how the token endpoint failed. Check tokenUrl, clientId, clientSecret and scope.',
  },
  {
    reasons: ['token_endpoint_unreachable'],
    meaning: 'The token endpoint cannot be reached; nothing was sent.',
    toDo: 'detail names the fault. Check tokenUrl, and the name, firewall and certificate of its host.',
  },
  {
    reasons: ['token_endpoint_late'],
    meaning: 'The token endpoint did not answer within timeoutMs; nothing was sent.',
    toDo: 'Make the token endpoint faster, or raise timeoutMs.',
  },
  {
    reasons: ['token_endpoint_failed'],
    meaning: 'The token endpoint answered with neither a token nor a refusal; nothing was sent.',
    toDo: 'detail says what it answered. Check tokenUrl, and the log of the token endpoint.',
  },
  {
    meaning: 'The token endpoint gave no token; nothing was sent.',
    toDo: 'detail says what it answered. Check clientId, clientSecret and scope, and send auth again by PATCH /receivers/{receiverId}.',
  },
];
