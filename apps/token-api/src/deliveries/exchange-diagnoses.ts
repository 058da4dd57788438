// Diagnoses of attempts without a complete answer.
import type { DiagnosisRow } from './diagnosis-row.js';

const TRY_TLS = 'Try openssl s_client -connect HOST:443 -servername HOST.';

export const TIMEOUT: readonly DiagnosisRow[] = [
  {
    reasons: ['token_endpoint_slow'],
    meaning: 'The token endpoint took so much of timeoutMs that the rest was too short for the POST.',
    toDo: 'Make the token endpoint faster, or raise timeoutMs.',
  },
  {
    reasons: ['body_incomplete'],
    meaning: 'A status came, but the answer did not end within timeoutMs.',
    toDo: 'Complete the answer: a status without a body is enough.',
  },
  {
    reasons: ['no_answer'],
    meaning: 'Your server has the POST, but did not answer within timeoutMs.',
    toDo: 'Store the event, answer, then work. If that is impossible, raise timeoutMs (at most 60000).',
  },
  {
    reasons: ['tls_unanswered'],
    meaning: 'Your server accepted the connection, but did not answer the TLS handshake.',
    toDo: 'Check that the port speaks TLS, and that no firewall or overload stops the handshake.',
  },
  {
    reasons: ['no_connection'],
    meaning: 'Your server accepted no connection within timeoutMs.',
    toDo: 'Let the sender addresses (GET /sender-addresses) through your firewall. Check host and port of url.',
  },
  {
    meaning: 'No complete answer came within timeoutMs.',
    toDo: 'Store the event, answer, then work. Check that your firewall drops no packets from the sender addresses (GET /sender-addresses).',
  },
];

export const DNS: readonly DiagnosisRow[] = [
  {
    reasons: ['name_unknown'],
    meaning: 'The host name does not exist, or has no address.',
    toDo: 'Correct url, or publish an A record. Query the name with dig from outside your network.',
  },
  {
    meaning: 'The name servers of the host name do not answer, or answer with a failure.',
    toDo: 'Query the name with dig from outside your network, and repair the name servers of the domain.',
  },
];

export const CONNECTION: readonly DiagnosisRow[] = [
  {
    reasons: ['refused'],
    meaning: 'The connection was refused: nothing listens at this port, or a firewall rejects the connection.',
    toDo: 'Start your server, correct the port of url, or let the sender addresses (GET /sender-addresses) through.',
  },
  {
    reasons: ['client_certificate'],
    meaning: 'Your server closed the connection. It asked for a client certificate, and the receiver has none or your server refuses it.',
    toDo: 'Send a clientCertificate that your server accepts by PATCH /receivers/{receiverId}.',
  },
  {
    reasons: ['idle_connection_closed'],
    meaning: 'Your server closed an idle connection just as the POST came.',
    toDo: 'Nothing: the next attempt opens a new connection. If it repeats, keep idle connections for more than 5 seconds.',
  },
  {
    reasons: ['body_incomplete'],
    meaning: 'A status came, but not the whole body of the answer.',
    toDo: 'Send as many bytes as Content-Length says. A status without a body is enough.',
  },
  {
    reasons: ['answer_too_large'],
    meaning: 'The answer is too large.',
    toDo: 'Send a status with few headers. A body is not needed.',
  },
  {
    reasons: ['invalid_http', 'interim_answer', 'protocol_change'],
    meaning: 'The answer is not valid HTTP/1.1.',
    toDo: 'Correct the server or proxy that writes the answer. detail names the fault.',
  },
  {
    reasons: ['no_route'],
    meaning: 'No route leads to the address of your server.',
    toDo: 'Publish an IPv4 address, and check from outside your network that it can be reached.',
  },
  {
    reasons: ['proxies_unconnected'],
    meaning: 'The forward proxies of the operator could not connect to your server.',
    toDo: 'Check host and port of url and your firewall. If your server can be reached from outside, ask the operator.',
  },
  {
    reasons: ['closed_unanswered'],
    meaning: 'Your server has the POST, but closed the connection without an answer.',
    toDo: 'Look for a crash in your own log, and for limits of the load balancer or firewall.',
  },
  {
    meaning: 'The connection was closed or broke before an answer.',
    toDo: 'Look at port, firewall and load balancer. detail names the fault.',
  },
];

export const TLS: readonly DiagnosisRow[] = [
  {
    reasons: ['untrusted_certificate'],
    meaning: 'Your certificate has no chain to a trusted authority. Usually the server does not send the intermediate certificates.',
    toDo: `Install the full chain. For an authority of your own, ask the operator (EXTRA_CA_FILE). ${TRY_TLS}`,
  },
  {
    reasons: ['certificate_expired'],
    meaning: 'Your certificate or one of its intermediate certificates has expired.',
    toDo: 'Renew the certificate, and make your server load the new certificate.',
  },
  {
    reasons: ['certificate_not_yet_valid'],
    meaning: 'Your certificate is not valid yet.',
    toDo: 'Install a certificate that is valid now.',
  },
  {
    reasons: ['certificate_of_other_name'],
    meaning: 'Your certificate is not valid for the host name of url.',
    toDo: 'Install a certificate for this name, or set url to a name that the certificate contains.',
  },
  {
    reasons: ['weak_key'],
    meaning: 'The RSA key of your certificate, or of a certificate in its chain, is shorter than 2048 bits.',
    toDo: 'Install a certificate with an RSA key of 2048 bits or more, or an EC key.',
  },
  {
    reasons: ['weak_signature'],
    meaning: 'Your certificate, or a certificate in its chain, is signed with SHA-1 or MD5.',
    toDo: 'Install a certificate that is signed with SHA-256.',
  },
  {
    reasons: ['self_signed_certificate'],
    meaning: 'Your certificate is self-signed, or its chain ends at an authority of your own.',
    toDo: 'Install a certificate of a public authority, or ask the operator to trust your authority (EXTRA_CA_FILE).',
  },
  {
    reasons: ['no_tls'],
    meaning: 'The port does not speak TLS.',
    toDo: 'Set url to the port of HTTPS. Plain HTTP is not supported.',
  },
  {
    reasons: ['tls_too_old'],
    meaning: 'The TLS of your server is too old or too weak.',
    toDo: 'Enable TLS 1.2 or 1.3, with ECDHE.',
  },
  {
    reasons: ['http2_only'],
    meaning: 'Your server speaks only HTTP/2.',
    toDo: 'Enable HTTP/1.1 as well.',
  },
  {
    reasons: ['costly_handshake'],
    meaning: 'The certificates of your server are too large, or take too much computing time.',
    toDo: 'Install only your certificate and its intermediate certificates, with usual keys (RSA up to 4096 bits, or EC).',
  },
  {
    reasons: ['client_key_refused'],
    meaning:
      'The service does not use the key of clientCertificate: its kind or size is not allowed, or its numbers do not belong together.',
    toDo: 'Make a new key and certificate, and send both as clientCertificate by PATCH /receivers/{receiverId}.',
  },
  {
    reasons: ['client_certificate'],
    meaning:
      'Your server asks for a client certificate, or refuses the certificate that it got. If detail says so, your server supports none of the ciphers of the service.',
    toDo: 'Send a clientCertificate that your server accepts by PATCH /receivers/{receiverId}.',
  },
  {
    meaning: 'The TLS handshake failed.',
    toDo: `detail names the fault. ${TRY_TLS}`,
  },
];

export const PROXY: readonly DiagnosisRow[] = [
  {
    meaning: 'The forward proxies of the operator refuse to reach your address.',
    toDo: 'Ask the operator to check the rules and the password of the proxies.',
  },
];
