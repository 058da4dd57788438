// The API of version 1.0.0-rc.2. Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from docs/openapi.json.
export interface paths {
  '/tokens/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The active tokens of the account
     * @description All active tokens in one answer, with the time of their last use. There are no filters: query parameters are ignored.
     */
    get: operations['listTokens'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tokens/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a token
     * @description The token works at once. The secret is shown in this answer only; the service keeps its hash. 409 when the account already has the most active tokens (1000 by default), or when their notes would together take more than 4 MiB.
     */
    post: operations['generateToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tokens/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a token
     * @description Takes effect at once, also for a request whose body is still on its way. Revoking twice is no error; a token may revoke itself. The answer warns when no token is left that can create another token.
     */
    post: operations['revokeToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open sessions and links of the account
     * @description All sessions and links in one answer, newest first, without secrets.
     */
    get: operations['listSessions'];
    put?: never;
    /**
     * Log in a person at a browser
     * @description The credentials are `user` and `token`, in the body or in the headers, or the `code` of a link. The answer sets a cookie that lasts 8 hours; the session has the scope of the token or link. If the request carries the cookie of a session, that session ends. The body may have up to 16 KiB. 403 for a page of another site, and for `embedded` if no page may show the console in a frame. 409 when the account has 1000 open sessions. Unknown fields are refused by name.
     */
    post: operations['openSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller of this request
     * @description With the headers `user` and `token` there is no session: `openedBy` is `headers`.
     */
    get: operations['getCurrentSession'];
    put?: never;
    post?: never;
    /**
     * Log out
     * @description Ends the session of this request and clears its cookie. 404 with the headers `user` and `token`.
     */
    delete: operations['endCurrentSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session
     * @description Takes effect at once. Ending a session twice is no error.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link that opens one session
     * @description For a person without a token, or for your portal. The link works once, before it expires, and only while its token is active. 403 when the scope is above yours, or when a link opened your own session. 409 when the account has 1000 links that still work. Unknown fields are refused by name.
     */
    post: operations['createSessionLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/links/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The account that a link opens
     * @description For a page that asks before it replaces a session. The link is not used up. 401 for a code that opens no session, 403 for a page of another site. The body may have up to 16 KiB. Unknown fields are refused by name.
     */
    post: operations['inspectSessionLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/links/{linkId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a link
     * @description The link no longer opens a session; a session that it has opened continues. Ending a link twice is no error.
     */
    delete: operations['endSessionLink'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The receivers of the account
     * @description All receivers in one answer, without secrets. There are no filters: a query parameter is refused by name.
     */
    get: operations['listReceivers'];
    put?: never;
    /**
     * Create a receiver
     * @description Unknown fields are refused by name. 409 when the account already has the most receivers (1000 by default), or when the filters of its receivers would together have too many values (more than 5000 by default).
     */
    post: operations['createReceiver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers/{receiverId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One receiver
     * @description The configuration of the receiver, its `health`, and whether its attempts wait behind an open circuit. Secrets are never shown.
     */
    get: operations['getReceiver'];
    put?: never;
    post?: never;
    /**
     * Delete a receiver
     * @description Its pending deliveries end as `cancelled`.
     */
    delete: operations['deleteReceiver'];
    options?: never;
    head?: never;
    /**
     * Change a receiver
     * @description Fields that are left out stay as they are; `auth` is replaced as a whole, and of `filter` only the named lists. `url`, `auth`, `signing`, `queryParameters`, `timeoutMs` and `enabled` apply to attempts that begin a second later, retries included. `events`, `filter`, `format` and `etaUnknownForm` apply to events that come a second later. `format` and `etaUnknownForm` also apply to redeliveries. All retries of a delivery send the same bytes. 409 when the filters of all receivers of the account would together have too many values (more than 5000 by default).
     */
    patch: operations['changeReceiver'];
    trace?: never;
  };
  '/receivers/{receiverId}/signing/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the signing secret
     * @description Until the overlap ends, webhooks carry a signature by the old secret as well. If the answer is lost, rotate again.
     */
    post: operations['rotateSigning'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers/{receiverId}/signing/previous': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Stop signing with replaced secrets
     * @description Ends the overlap of a rotation before its time. Without an overlap nothing changes.
     */
    delete: operations['endSigningOverlap'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try the events and the filter of a receiver
     * @description Judges the newest events of the account as if a receiver had these settings. Nothing is stored or sent.
     */
    post: operations['previewReceiver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers/{receiverId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event to a receiver
     * @description Sends an event about a parcel that does not exist (`orderNo` is TEST), or an operational event about a receiver that does not exist. The event is sent once, even if the receiver is switched off, disabled or hanging, and whatever its `events` and `filter` say. So a successful test proves neither of them, and it closes no open circuit. The answer shows the attempt; only this answer shows the signature that was sent. The delivery is still `pending` if no attempt was made within the time-out of the receiver plus 5 s. 429 also when five tests of the account are running.
     */
    post: operations['testReceiver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/receivers/{receiverId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send all deliveries of a period again
     * @description Sends again the deliveries of this receiver that ended with the given status. With `missing`, it sends the events that the receiver would get by its present configuration but has no delivery for. With `dryRun`, the answer is 200 with the number of deliveries and the first of them, even while the receiver is switched off or disabled. The order is carried out in the background, 200 deliveries at a time; while it runs, the same request gives the same order. 429 while the account has 20 running orders for periods. The same `Idempotency-Key` gives the same order while that order is kept: for 120 days after its end unless the operator says otherwise. Unknown fields are refused by name.
     */
    post: operations['redeliverMany'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/filter-values': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The values for filters
     * @description The values that the newest 10000 parcels of the last 30 days have now. The other lists of a filter have fixed words.
     */
    get: operations['listFilterValues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/consignments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Parcels, newest first
     * @description Filters can be combined. The list is ordered by `createdAt`; with `updatedSince` by `updatedAt`; with `failing` by the creation of the first failing delivery; with `event` by the time when the first such event became known. `from` and `to` limit the same time. Pages are stable, with two exceptions. With `updatedSince`, a parcel that changes moves to the first page. With `failing`, a parcel moves when another delivery becomes its first failing delivery. Unknown parameters are refused by name.
     */
    get: operations['listConsignments'];
    /**
     * Announce or update a parcel
     * @description Creates or changes the consignment. A record has at most 256 KiB. 202 = accepted: the consignment and its events follow within moments. The same content again, or the same `transfer_id` again, changes nothing. 429 = the account has sent more scans and records than it may. `warnings` names problems that depend on more than the record: for example, a record without a tracking link becomes a dead letter if the tracking page of the courier is not known. `repaired` names a link that was dropped.
     */
    put: operations['putConsignment'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/consignments/{courier}/{trackingNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One parcel with its scans and events
     * @description Finds the parcel by courier and tracking number; white space and case of the number do not matter.
     */
    get: operations['getConsignment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/consignments/{courier}/{trackingNumber}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain why a webhook came or did not come
     * @description Follows the chain from the record to the last attempt. With `event`, `verdict` is the first broken link, or the result of the newest event of that name. Without `event`, the answer lists what is notable about the parcel. An unknown parcel gets an explanation, too. The answer covers the newest 200 scans, the newest 50 events and the 20 oldest receivers of the account; name any other receiver by `receiverId`.
     */
    get: operations['explainConsignment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit scans
     * @description One scan, or up to 500, each of at most 256 KiB; all are accepted, or none. 429 when the account has sent too many scans and records. The scans count only for parcels of this account. A scan that comes before the record of its parcel waits 30 days for that record.
     */
    post: operations['postScans'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/event-types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Event types with meaning, schema and example
     * @description Lists the eleven events and, separately, the operational events, as a receiver of this format gets them. A webhook whose language has no texts uses another language; the answer 400 to another `language` names the languages that have texts.
     */
    get: operations['listEventTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events, newest first
     * @description Pages are stable: new rows neither move nor repeat other rows. With `after`, the list goes forward instead: oldest first, in the order in which events were stored, without gaps. Send the `nextAfter` of each answer as the next `after`. While `nextAfter` changes, there may be more events, even after an empty page. When it stays the same, nothing newer is stored. A long write transaction in the database delays this walk. Unknown parameters are refused by name.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/{eventid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One event with its deliveries
     * @description Shows the payload and up to 200 deliveries; `GET /deliveries?eventid=` has all deliveries.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Operational events, newest first
     * @description Events about receivers that fail, recover or were disabled, about deliveries that ended without success, and about certificates that expire. Receivers that name these types in `events` get them as webhooks. This list has them even if no receiver names them. Unknown parameters are refused by name.
     */
    get: operations['listNotifications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/notification-targets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The notification targets of the account
     * @description All targets in one answer. Only scope `write` sees their addresses.
     */
    get: operations['listNotificationTargets'];
    put?: never;
    /**
     * Add a mail address that hears of operational events
     * @description The owner of the address gets a mail with a link, and must confirm within three days. An address gets at most three such mails a day, one from each account; a mail that may not go today goes tomorrow. 409 when the operator has not set up mail, or when the account has 20 targets or 5 unconfirmed ones. Unknown fields are refused by name.
     */
    post: operations['createNotificationTarget'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/notification-targets/{targetId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One notification target
     * @description Only scope `write` sees its address.
     */
    get: operations['getNotificationTarget'];
    put?: never;
    post?: never;
    /**
     * Delete a notification target
     * @description Mails that wait are not sent. The address is gone.
     */
    delete: operations['deleteNotificationTarget'];
    options?: never;
    head?: never;
    /**
     * Change a notification target
     * @description Fields that are left out stay as they are. The address cannot be changed: make another target.
     */
    patch: operations['changeNotificationTarget'];
    trace?: never;
  };
  '/notification-targets/{targetId}/confirmation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask the owner of the address again
     * @description Sends another mail with a link when the limits of the address allow it. 409 when the target is confirmed.
     */
    post: operations['requestConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/notification-targets/{targetId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test mail
     * @description Waits until the mail server has answered. The mail counts for the ten mails an hour of the target. 409 when the target is not confirmed, or has had its mails of this hour.
     */
    post: operations['testNotificationTarget'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Deliveries, newest first
     * @description Pages are stable: new rows neither move nor repeat other rows. Unknown parameters are refused by name.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One delivery with its attempts
     * @description Shows at most the newest 200 attempts.
     */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send one delivery again
     * @description Begins the next round of the delivery, with new attempts 1 to 16 and the same eventid and timestamp. 409 while the delivery is pending, or while its receiver is switched off or disabled; 429 while the account has 1000 running orders for single deliveries. The same `Idempotency-Key` gives the same order while that order is kept: for 120 days after its end unless the operator says otherwise.
     */
    post: operations['redeliverOne'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/redeliveries/{redeliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Progress of a redelivery
     * @description Ask until it has ended; an order is kept for 120 days after its end unless the operator says otherwise.
     */
    get: operations['getRedelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Attempts, ends of deliveries and latencies over time
     * @description The numbers follow the attempt log within seconds, or within a minute or two under heavy load. Tests are left out. Without parameters, the answer covers the last 24 hours by the hour. 400 for more than 1,500 points, and for a period that is no longer kept.
     */
    get: operations['getStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Audit log, newest first
     * @description Every change by the API or a command. An entry is committed together with its change. Unknown parameters are refused by name.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/exports/deliveries.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Deliveries as a CSV file
     * @description The rows of the list with its filters, newest first, at most 100000. If there are more rows, the last line begins with `# Cut`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with `=`, `+`, `-` or `@`, also after white space or as a full-width sign, or with a tab or a line break. With `for=spreadsheet`, a number that a spreadsheet would spoil gets an apostrophe, too. `receiverName` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.
     */
    get: operations['exportDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/exports/consignments.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Parcels as a CSV file
     * @description The rows of the list with its filters, newest first, at most 100000. If there are more rows, the last line begins with `# Cut`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with `=`, `+`, `-` or `@`, also after white space or as a full-width sign, or with a tab or a line break. With `for=spreadsheet`, a number that a spreadsheet would spoil gets an apostrophe, too. `receiverName` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.
     */
    get: operations['exportConsignments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/exports/receivers.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Receivers with their health as a CSV file
     * @description The rows of the list with its filters, newest first, at most 100000. If there are more rows, the last line begins with `# Cut`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with `=`, `+`, `-` or `@`, also after white space or as a full-width sign, or with a tab or a line break. With `for=spreadsheet`, a number that a spreadsheet would spoil gets an apostrophe, too. `receiverName` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.
     */
    get: operations['exportReceivers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/exports/redeliveries.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Orders to send again as a CSV file
     * @description The rows of the list with its filters, newest first, at most 100000. If there are more rows, the last line begins with `# Cut`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with `=`, `+`, `-` or `@`, also after white space or as a full-width sign, or with a tab or a line break. With `for=spreadsheet`, a number that a spreadsheet would spoil gets an apostrophe, too. `receiverName` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.
     */
    get: operations['exportRedeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/exports/audit-log.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit log as a CSV file
     * @description The rows of the list with its filters, newest first, at most 100000. If there are more rows, the last line begins with `# Cut`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with `=`, `+`, `-` or `@`, also after white space or as a full-width sign, or with a tab or a line break. With `for=spreadsheet`, a number that a spreadsheet would spoil gets an apostrophe, too. `receiverName` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.
     */
    get: operations['exportAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sender-addresses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The addresses that webhooks come from
     * @description Let your firewall take requests from these addresses. This route needs no token.
     */
    get: operations['listSenderAddresses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The OpenAPI document
     * @description For programs: client generators, validators, gateways.
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * API reference
     * @description A page for people; it loads nothing from other hosts.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  onInternalDelay: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onInternalDelay: The parcel was not shipped by its send date.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onInternalDelay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onCreated: The retailer announced the parcel.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onUpdated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onUpdated: The retailer changed the parcel’s data, or cancelled it.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onDispatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onDispatch: The parcel was scanned in the carrier’s network for the first time.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onDispatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onScheduled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onScheduled: The carrier announced or changed the day of delivery.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onScheduled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onDelay: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onDelay: The carrier reports a delay or a problem.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onDelay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onOutForDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onOutForDelivery: The parcel is on the delivery vehicle.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onOutForDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onFailedAttempt: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onFailedAttempt: The carrier did not meet the recipient, or had no access.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onFailedAttempt'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onPickupReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onPickupReady: The parcel can be collected.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onPickupReady'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onDelivered: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onDelivered: The parcel was handed over.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onDelivered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  onReturn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * onReturn: The parcel goes back to the sender, or it is lost, destroyed or seized.
     * @description The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onReturn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'receiver.failing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * receiver.failing: Receivers have not accepted webhooks for a while.
     * @description An operational event: only receivers that name it in `events` get it. The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onReceiverFailing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'receiver.recovered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * receiver.recovered: Failing receivers accept webhooks again.
     * @description An operational event: only receivers that name it in `events` get it. The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onReceiverRecovered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'receiver.disabled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * receiver.disabled: The service disabled receivers, as their owner configured.
     * @description An operational event: only receivers that name it in `events` get it. The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onReceiverDisabled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'delivery.exhausted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * delivery.exhausted: Deliveries ended without success.
     * @description An operational event: only receivers that name it in `events` get it. The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onDeliveryExhausted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'certificate.expiring': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * certificate.expiring: Certificates of receivers expire soon.
     * @description An operational event: only receivers that name it in `events` get it. The `format` of the receiver decides between the two bodies; both have the content type `application/json`.
     */
    post: operations['onCertificateExpiring'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AcceptedRecord: {
      courier: string;
      /** @description The normalised number, which finds the consignment. */
      tracking_number: string;
      /** @description Fields that were dropped or corrected because they could not be understood. */
      repaired: string[];
      transfer_id: string;
      /** @description Problems that depend on more than the record. Empty = no warning. */
      warnings: components['schemas']['RecordWarning'][];
    };
    AcceptedScan: {
      courier: string;
      /** @description The normalised number, which finds the consignment. */
      tracking_number: string;
      /** @description Fields that were dropped or corrected because they could not be understood. */
      repaired: string[];
      scan_id: string;
    };
    AcceptedScans: {
      accepted: components['schemas']['AcceptedScan'][];
    };
    Attempt: {
      round: number;
      /** @description Numbered from 1; the last attempt is 16. */
      attempt: number;
      /**
       * @description Only `accepted` is a success; the other values say what failed.
       * @enum {string}
       */
      outcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
      /** @description The status of the answer, even if the rest of the answer did not come (`timeout`, `connection`): only `outcome` shows success. null = no status came. */
      httpStatus: number | null;
      /**
       * @description The reason, for programs; `diagnosis` explains it in words. null = `outcome` and `httpStatus` say everything. New reasons may be added.
       * @enum {string|null}
       */
      reason:
        | 'redirected'
        | 'second_post'
        | 'too_late_for_second_post'
        | 'token_endpoint_slow'
        | 'no_connection'
        | 'tls_unanswered'
        | 'no_answer'
        | 'body_incomplete'
        | 'name_unknown'
        | 'refused'
        | 'no_route'
        | 'proxies_unconnected'
        | 'idle_connection_closed'
        | 'closed_unanswered'
        | 'answer_too_large'
        | 'invalid_http'
        | 'interim_answer'
        | 'protocol_change'
        | 'client_certificate'
        | 'client_key_refused'
        | 'no_tls'
        | 'tls_too_old'
        | 'http2_only'
        | 'untrusted_certificate'
        | 'self_signed_certificate'
        | 'certificate_expired'
        | 'certificate_not_yet_valid'
        | 'certificate_of_other_name'
        | 'weak_key'
        | 'weak_signature'
        | 'costly_handshake'
        | 'url_refused'
        | 'credentials_unreadable'
        | 'no_fresh_token'
        | 'token_endpoint_unreachable'
        | 'token_endpoint_late'
        | 'token_endpoint_failed'
        | null;
      /** @description Describes the fault in words. */
      detail: string | null;
      /** @description The first 4 KiB of the body of the answer. */
      responseBody: string | null;
      /** @description The IP address that the POST came from. */
      senderAddress: string | null;
      /** Format: date-time */
      attemptedAt: string;
      durationMs: number;
      /**
       * Format: date-time
       * @description null = this was the last attempt.
       */
      nextAttemptAt: string | null;
      /** @description The body as it was sent, byte for byte; null = nothing was sent, the event is no longer kept, or newer attempts show 1 MiB of bodies already. All attempts of a round send the same body. */
      requestBody: string | null;
      /** @description The URL of the POST. Values of the receiver’s `queryParameters` are masked as `***`; the rest is as GET /receivers/{receiverId} shows it. null = there was no request, or the parcel’s data were erased. */
      url: string | null;
      /** @description The headers in the order in which they were sent, without `host`, `connection` and `content-length`. Secrets and signatures are masked as `***`, but the answer to a test shows its signature. null as for `url`. */
      requestHeaders: {
        [key: string]: string;
      } | null;
      /** @description Such as `TLSv1.3`; null = server and service agreed on no version. */
      tlsVersion: string | null;
      timings: components['schemas']['AttemptTimings'];
      diagnosis: components['schemas']['AttemptDiagnosis'];
      /** @description A command for a POSIX shell that repeats the POST. Set the variables `RECEIVER_…` first: they stand for the secrets. If `requestBody` is null or larger than 64 KiB, the command reads `body.json`. Add a client certificate yourself. null as for `url`. */
      curl: string | null;
    };
    AttemptDiagnosis: {
      /** @description Explains what happened. */
      meaning: string;
      /** @description Says what to do next. */
      toDo: string;
    };
    AttemptTimings: {
      /** @description Look-up of the host name; null = the connection was open already, url names an address, or the look-up did not end. */
      dnsMs: number | null;
      /** @description TCP connection, or tunnel through a forward proxy; null = the connection was open already, or this step did not end. */
      connectMs: number | null;
      /** @description TLS handshake; null = the connection was open already, or this step did not end. */
      tlsMs: number | null;
      /** @description From the request to the head of the answer; null = no answer came. */
      firstByteMs: number | null;
      /** @description The whole attempt, as `durationMs`. With OAuth2, it includes a token request and a first POST that was answered 401. */
      totalMs: number;
    };
    AuditActor: {
      tokenId?: number;
      /**
       * Format: uuid
       * @description The session that used the token.
       */
      sessionId?: string;
      /** @description The token that opened the session, or the link that the token made for it. */
      opener?: components['schemas']['SessionOpener'];
      requestId?: string;
      command?: string;
    };
    AuditEntry: {
      auditId: number;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      action:
        | 'account.changed'
        | 'token.created'
        | 'token.revoked'
        | 'receiver.created'
        | 'receiver.changed'
        | 'receiver.disabled'
        | 'receiver.deleted'
        | 'receiver.signing_rotated'
        | 'receiver.signing_overlap_ended'
        | 'receiver.tested'
        | 'delivery.redelivery_requested'
        | 'receiver.redelivery_requested'
        | 'consignment.erased'
        | 'target.created'
        | 'target.changed'
        | 'target.confirmation_requested'
        | 'target.confirmed'
        | 'target.unsubscribed'
        | 'target.undeliverable'
        | 'target.tested'
        | 'target.deleted'
        | 'session.opened'
        | 'session.ended'
        | 'session.link_created'
        | 'session.link_ended';
      /** @description tokenId, receiverId, deliveryId, consignmentId, sessionId, linkId or the number of the account, depending on the action. */
      subjectId: string;
      /** @description The author: a token (`tokenId`, with the `X-Request-Id` of its request), or an operator (`command`). */
      by: components['schemas']['AuditActor'];
      /** @description The values before the change; null = there were none. */
      before: Record<string, never> | null;
      /** @description The values after the change; null = there are none. */
      after: Record<string, never> | null;
    };
    AuditPage: {
      /** @description The `cursor` of the next page; null = this is the last page. */
      nextCursor: string | null;
      entries: components['schemas']['AuditEntry'][];
    };
    AuthBasic: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'basic';
      username: string;
      password: string;
    };
    AuthHeaders: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'headers';
      headers: {
        [key: string]: string;
      };
    };
    AuthNone: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'none';
    };
    AuthOAuth2: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'oauth2';
      tokenUrl: string;
      clientId: string;
      clientSecret: string;
      scope?: string;
    };
    CertificateExpiringCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.operational.<type> */
      type: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['CertificateExpiringData'];
    };
    CertificateExpiringData: {
      /** @description How many certificates. The receiver that gets this event is left out. */
      count: number;
      /** @description The first 20 entries. */
      receivers: {
        /**
         * Format: uuid
         * @description The receiver.
         */
        receiverId: string;
        /**
         * @description `client` = the certificate that the service shows to the receiver · `server` = the certificate that the receiver showed in its latest TLS handshake.
         * @enum {string}
         */
        certificate: 'client' | 'server';
        /**
         * Format: date-time
         * @description When the certificate expires. ISO 8601 in UTC.
         */
        notAfter: string;
      }[];
    };
    CertificateExpiringWebhook: {
      /** @constant */
      type: 'certificate.expiring';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      timestamp: string;
      data: components['schemas']['CertificateExpiringData'];
    };
    ChangeReceiver: {
      /** @description The URL that webhooks go to: https, a public address, and no user name or password in it. */
      url?: string;
      /** @description A name for people; empty or left out = the host of `url`. */
      name?: string;
      /** @description The purpose of the receiver. */
      description?: string;
      /** @description Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it. */
      metadata?: {
        [key: string]: string;
      };
      /** @description false = switched off: nothing new is sent to the receiver. */
      enabled?: boolean;
      /** @description The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events. */
      events?: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /** @description Lists of allowed values, compared exactly; an event must match every list, and an empty list allows all values. A list that is left out stays as it is. Each event is judged by itself: a parcel may be told in part. At most 1000 values in all lists together. */
      filter?: {
        /** @description Carriers (`references.courier`). */
        couriers?: string[];
        /** @description Countries of destination (`references.destination_country_iso3`): ISO 3166-1 alpha-3. */
        destinationCountries?: string[];
        /** @description Warehouses (`references.warehouse`); `""` = parcels without a warehouse. */
        warehouses?: string[];
        /** @description Languages of the texts (`references.language`): ISO 639-1. */
        languages?: string[];
        /** @description Shops (`references.client`); `""` = parcels without a shop. */
        clients?: string[];
        /** @description Places of hand-over (`data.delivery_location`). An event whose place is not known yet (`""`) passes. */
        deliveryLocations?: ('Doorstep' | 'Postbox' | 'ParcelShop' | 'ParcelLocker' | 'Neighbor' | 'HomeDeposit' | 'Unknown')[];
        /** @description Reasons of returns (`data.return_reason`). An event without this field passes. */
        returnReasons?: (
          | 'Recall'
          | 'Lost'
          | 'Destroyed'
          | 'Seized'
          | 'CustomerRefusal'
          | 'NotCollected'
          | 'DeliveryPayment'
          | 'AddressIssue'
          | 'Customs'
          | 'Damaged'
          | 'Misrouted'
          | 'Exception'
          | 'FailedDelivery'
          | 'Unknown'
        )[];
        /** @description Reasons of delays (`data.exception_code`). An event without this field passes. */
        exceptions?: (
          | 'Exception'
          | 'Damaged'
          | 'TimeIssue'
          | 'AddressIssue'
          | 'CustomerRefusal'
          | 'Return'
          | 'DeliveryPayment'
          | 'Customs'
          | 'IdentFailed'
          | 'Misrouted'
          | 'ItemMissing'
          | 'LackSpace'
          | 'Notified'
          | 'MissingUpdates'
        )[];
      };
      /**
       * @description The plain payload, or the same payload in a CloudEvent 1.0.
       * @enum {string}
       */
      format?: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters?: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /** @description The credentials of the service at the receiver; replaced as a whole. The API never shows these secrets again. */
      auth?: components['schemas']['ReceiverAuth'];
      /** @description The client certificate for a receiver or token endpoint that demands one (mTLS); replaced as a whole, null = none. `certificate` is PEM with your own certificate first. The API never shows the key again. */
      clientCertificate?: components['schemas']['GivenClientCertificate'];
      /** @description Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it. */
      signing?: {
        enabled?: boolean;
      };
      /**
       * @description The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm?: 'object' | 'empty' | 'null_text';
      /** @description The whole answer must arrive within this many milliseconds. */
      timeoutMs?: number;
      /** @description The most POSTs per second, by all instances together; null = no limit of yours. */
      maxPerSecond?: number | null;
      /** @description The most POSTs at once, by all instances together; null = no limit of yours. */
      maxInFlight?: number | null;
      /**
       * @description The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.
       * @enum {string}
       */
      onGone?: 'retry' | 'disable';
      /**
       * Format: duration
       * @description ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.
       */
      disableAfterFailingFor?: string | null;
    };
    ChangeTarget: {
      /** @description A name for people; empty or left out = `mail`. Every reader of the account sees it. */
      name?: string;
      /** @description The operational events that the target hears; left out when the target is made = all that exist then. */
      types?: ('receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring')[];
      /** @description Only events about these receivers of the account; null or left out = all receivers. */
      receiverIds?: string[] | null;
    };
    Consignment: {
      /** Format: uuid */
      consignmentId: string;
      courier: string;
      /** @description Normalised; `references` has the number as it was written. */
      trackingNumber: string;
      /** @description Counts the parcels of this number: 2 and more = the number was used again. */
      generation: number;
      references: components['schemas']['References'];
      /**
       * @description `Pending` before the first scan.
       * @enum {string}
       */
      status:
        | 'InternalStatus'
        | 'Pending'
        | 'WarehousePrepared'
        | 'WarehouseDelay'
        | 'Packed'
        | 'Loaded'
        | 'OrderProcessed'
        | 'ReturnRegistered'
        | 'PickUpScheduled'
        | 'PickUpPlanned'
        | 'Upgrade'
        | 'InboundScan'
        | 'InterimHaul'
        | 'InTransit'
        | 'ExportHub'
        | 'ImportHub'
        | 'CustomsIn'
        | 'CustomsReleased'
        | 'Scheduled'
        | 'DestinationDeliveryCenter'
        | 'DestinationDeliveryDepot'
        | 'OutForDelivery'
        | 'Rerouted'
        | 'FailedAttemptFirst'
        | 'FailedAttemptSecond'
        | 'FailedAttemptFinal'
        | 'PickupReadyToday'
        | 'PickupReadyNextDay'
        | 'PartiallyDelivered'
        | 'Delivered'
        | 'Stored'
        | 'Return'
        | 'ReturnWarning'
        | 'Exception'
        | 'ReturnInProcess'
        | 'ReturnProcessed'
        | 'ReturnRefunded'
        | 'None'
        | 'Ignore'
        | 'Cancelled';
      /**
       * Format: date-time
       * @description null = nothing has happened yet.
       */
      statusAt: string | null;
      expectedDelivery: {
        /** Format: date */
        startDate: string;
        /** Format: date */
        endDate: string;
        startTime?: string;
        endTime?: string;
      } | null;
      /** @description "" = not known. */
      deliveryLocation: string;
      trackingLink: string;
      /** @description "" = not available. */
      rerouteLink: string;
      sendDate: string | null;
      isReturn: boolean;
      isCancelled: boolean;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description The newest 200, newest first; fewer if they would take more than 1 MiB. */
      scans: components['schemas']['ConsignmentScan'][];
      /** @description The newest 200, newest first; GET /events has all events. */
      events: components['schemas']['ConsignmentEvent'][];
    };
    ConsignmentEvent: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: date-time */
      timestamp: string;
      /** Format: date-time */
      createdAt: string;
    };
    ConsignmentPage: {
      /** @description The `cursor` of the next page; null = this is the last page. */
      nextCursor: string | null;
      consignments: components['schemas']['ListedConsignment'][];
    };
    ConsignmentScan: {
      scan_id: string;
      /** Format: date-time */
      occurred_at: string;
      carrier_code: string | null;
      carrier_sub_code: string | null;
      raw_text: string | null;
      location: string;
      status_hint: string | null;
      /**
       * @description The status that the scan was read as. `unmapped` = neither a mapping rule nor a hint gives a status, so the scan counts as InternalStatus. `FailedAttempt` = a failed attempt that the carrier does not number.
       * @enum {string}
       */
      readAs:
        | 'InternalStatus'
        | 'Pending'
        | 'WarehousePrepared'
        | 'WarehouseDelay'
        | 'Packed'
        | 'Loaded'
        | 'OrderProcessed'
        | 'ReturnRegistered'
        | 'PickUpScheduled'
        | 'PickUpPlanned'
        | 'Upgrade'
        | 'InboundScan'
        | 'InterimHaul'
        | 'InTransit'
        | 'ExportHub'
        | 'ImportHub'
        | 'CustomsIn'
        | 'CustomsReleased'
        | 'Scheduled'
        | 'DestinationDeliveryCenter'
        | 'DestinationDeliveryDepot'
        | 'OutForDelivery'
        | 'Rerouted'
        | 'FailedAttemptFirst'
        | 'FailedAttemptSecond'
        | 'FailedAttemptFinal'
        | 'PickupReadyToday'
        | 'PickupReadyNextDay'
        | 'PartiallyDelivered'
        | 'Delivered'
        | 'Stored'
        | 'Return'
        | 'ReturnWarning'
        | 'Exception'
        | 'ReturnInProcess'
        | 'ReturnProcessed'
        | 'ReturnRefunded'
        | 'None'
        | 'Ignore'
        | 'Cancelled'
        | 'FailedAttempt'
        | 'unmapped';
      /** @description The source of `readAs`. */
      readBy: components['schemas']['ReadByView'];
      /** @description True = the scan is older than a scan that came before it. Its events are sent, but the status of the parcel stays. */
      isLate: boolean;
      /** @description True = the scan came before the record of its parcel, and waited for the record. */
      waitedForRecord: boolean;
      /** Format: date-time */
      receivedAt: string;
    };
    CreateReceiver: {
      /** @description The URL that webhooks go to: https, a public address, and no user name or password in it. */
      url: string;
      /** @description A name for people; empty or left out = the host of `url`. */
      name?: string;
      /** @description The purpose of the receiver. */
      description?: string;
      /** @description Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it. */
      metadata?: {
        [key: string]: string;
      };
      /** @description false = switched off: nothing new is sent to the receiver. */
      enabled?: boolean;
      /** @description The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events. */
      events?: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /** @description Lists of allowed values, compared exactly; an event must match every list, and an empty list allows all values. A list that is left out stays as it is. Each event is judged by itself: a parcel may be told in part. At most 1000 values in all lists together. */
      filter?: {
        /** @description Carriers (`references.courier`). */
        couriers?: string[];
        /** @description Countries of destination (`references.destination_country_iso3`): ISO 3166-1 alpha-3. */
        destinationCountries?: string[];
        /** @description Warehouses (`references.warehouse`); `""` = parcels without a warehouse. */
        warehouses?: string[];
        /** @description Languages of the texts (`references.language`): ISO 639-1. */
        languages?: string[];
        /** @description Shops (`references.client`); `""` = parcels without a shop. */
        clients?: string[];
        /** @description Places of hand-over (`data.delivery_location`). An event whose place is not known yet (`""`) passes. */
        deliveryLocations?: ('Doorstep' | 'Postbox' | 'ParcelShop' | 'ParcelLocker' | 'Neighbor' | 'HomeDeposit' | 'Unknown')[];
        /** @description Reasons of returns (`data.return_reason`). An event without this field passes. */
        returnReasons?: (
          | 'Recall'
          | 'Lost'
          | 'Destroyed'
          | 'Seized'
          | 'CustomerRefusal'
          | 'NotCollected'
          | 'DeliveryPayment'
          | 'AddressIssue'
          | 'Customs'
          | 'Damaged'
          | 'Misrouted'
          | 'Exception'
          | 'FailedDelivery'
          | 'Unknown'
        )[];
        /** @description Reasons of delays (`data.exception_code`). An event without this field passes. */
        exceptions?: (
          | 'Exception'
          | 'Damaged'
          | 'TimeIssue'
          | 'AddressIssue'
          | 'CustomerRefusal'
          | 'Return'
          | 'DeliveryPayment'
          | 'Customs'
          | 'IdentFailed'
          | 'Misrouted'
          | 'ItemMissing'
          | 'LackSpace'
          | 'Notified'
          | 'MissingUpdates'
        )[];
      };
      /**
       * @description The plain payload, or the same payload in a CloudEvent 1.0.
       * @enum {string}
       */
      format?: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters?: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /** @description The credentials of the service at the receiver; replaced as a whole. The API never shows these secrets again. */
      auth?: components['schemas']['ReceiverAuth'];
      /** @description The client certificate for a receiver or token endpoint that demands one (mTLS); replaced as a whole, null = none. `certificate` is PEM with your own certificate first. The API never shows the key again. */
      clientCertificate?: components['schemas']['GivenClientCertificate'];
      /** @description Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it. */
      signing?: {
        enabled?: boolean;
      };
      /**
       * @description The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm?: 'object' | 'empty' | 'null_text';
      /** @description The whole answer must arrive within this many milliseconds. */
      timeoutMs?: number;
      /** @description The most POSTs per second, by all instances together; null = no limit of yours. */
      maxPerSecond?: number | null;
      /** @description The most POSTs at once, by all instances together; null = no limit of yours. */
      maxInFlight?: number | null;
      /**
       * @description The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.
       * @enum {string}
       */
      onGone?: 'retry' | 'disable';
      /**
       * Format: duration
       * @description ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.
       */
      disableAfterFailingFor?: string | null;
    };
    CreateSessionLink: {
      /**
       * @description The scope of the session that the link opens: at most your own scope.
       * @enum {string}
       */
      scope: 'read' | 'write';
      /** @description The number of seconds for which the link works; 300 by default. */
      expiresInSeconds?: number;
      /** @description The recipient of the link, in your words. */
      note?: string;
    };
    CreateTarget: {
      /** @description A name for people; empty or left out = `mail`. Every reader of the account sees it. */
      name?: string;
      /** @description The operational events that the target hears; left out when the target is made = all that exist then. */
      types?: ('receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring')[];
      /** @description Only events about these receivers of the account; null or left out = all receivers. */
      receiverIds?: string[] | null;
      /**
       * @description `email`: mails to one address.
       * @constant
       */
      kind: 'email';
      /**
       * Format: email
       * @description The mail address. Its owner must confirm it. Only scope `write` sees it.
       */
      address: string;
    };
    CurrentSession: {
      /**
       * Format: uuid
       * @description null = the request has the headers `user` and `token`, without a session.
       */
      sessionId: string | null;
      account: number;
      /** @description The name of the account, for people; empty = the operator gave none. */
      accountName: string;
      /** @description The time zone of the account, an IANA name; null = the operator gave none. */
      timeZone: string | null;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** @enum {string} */
      openedBy: 'token' | 'link' | 'headers';
      /** @description The note of the link that opened the session, otherwise of the token. */
      note: string;
      /** Format: date-time */
      expiresAt: string | null;
      /** Format: date-time */
      createdAt: string | null;
    };
    Delivery: {
      /** Format: uuid */
      deliveryId: string;
      /**
       * Format: uuid
       * @description The id of the event, as the receiver gets it.
       */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring';
      /**
       * @description `tracking` = an event of a parcel · `operational` = an operational event, which has no parcel.
       * @enum {string}
       */
      kind: 'tracking' | 'operational';
      /** Format: uuid */
      receiverId: string;
      /**
       * Format: uuid
       * @description Invented for tests and operational events.
       */
      consignmentId: string;
      /** @description The courier of the parcel; null = a test, an operational event, or the data of the parcel are no longer kept. */
      courier: string | null;
      /** @description The normalised tracking number of the parcel; null as for `courier`. */
      trackingNumber: string | null;
      /** @description The order number in the newest record of the parcel; null as for `courier`. */
      orderNo: string | null;
      /**
       * @description `pending` = an attempt is still to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = the delivery waited too long behind an open circuit · `cancelled` = the receiver was deleted, switched off or disabled when an attempt was due, the parcel’s data were erased, or a test could not be handed to the broker.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
      /** @description True = a test by POST /receivers/{receiverId}/test, about a parcel that does not exist. */
      isTest: boolean;
      /** @description 1 = the first round; 2 and more = a redelivery. */
      round: number;
      /** @description The number of POSTs in this round. */
      attempts: number;
      /**
       * Format: date-time
       * @description The next attempt is made at this time or later. If the time is past, the attempt is due, and `waitingFor` says why it waits. null = no attempt is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description Why the next attempt is not made yet. `retry` = `nextAttemptAt` is in the future. With the other values, the attempt is due: `queue` = it is made in its turn · `circuit` = the receiver does not answer in time; now and then one attempt is a probe, and the other attempts wait for an answer (`circuit` of GET /receivers/{receiverId}) · `hold` = the receiver has asked to wait (`Retry-After`), or its TLS handshakes fail and take too much computing time · `limit` = it is made in its turn, within `maxPerSecond` and `maxInFlight` of the receiver. null = the delivery is not pending.
       * @enum {string|null}
       */
      waitingFor: 'retry' | 'queue' | 'circuit' | 'hold' | 'limit' | null;
      /**
       * @description How the last attempt ended; null = no attempt was made.
       * @enum {string|null}
       */
      lastOutcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth' | null;
      /** @description The HTTP status of the last attempt, even if the rest of the answer did not come; null = no status came. */
      lastHttpStatus: number | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    DeliveryDetail: {
      /** Format: uuid */
      deliveryId: string;
      /**
       * Format: uuid
       * @description The id of the event, as the receiver gets it.
       */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring';
      /**
       * @description `tracking` = an event of a parcel · `operational` = an operational event, which has no parcel.
       * @enum {string}
       */
      kind: 'tracking' | 'operational';
      /** Format: uuid */
      receiverId: string;
      /**
       * Format: uuid
       * @description Invented for tests and operational events.
       */
      consignmentId: string;
      /** @description The courier of the parcel; null = a test, an operational event, or the data of the parcel are no longer kept. */
      courier: string | null;
      /** @description The normalised tracking number of the parcel; null as for `courier`. */
      trackingNumber: string | null;
      /** @description The order number in the newest record of the parcel; null as for `courier`. */
      orderNo: string | null;
      /**
       * @description `pending` = an attempt is still to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = the delivery waited too long behind an open circuit · `cancelled` = the receiver was deleted, switched off or disabled when an attempt was due, the parcel’s data were erased, or a test could not be handed to the broker.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
      /** @description True = a test by POST /receivers/{receiverId}/test, about a parcel that does not exist. */
      isTest: boolean;
      /** @description 1 = the first round; 2 and more = a redelivery. */
      round: number;
      /**
       * Format: date-time
       * @description The next attempt is made at this time or later. If the time is past, the attempt is due, and `waitingFor` says why it waits. null = no attempt is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description Why the next attempt is not made yet. `retry` = `nextAttemptAt` is in the future. With the other values, the attempt is due: `queue` = it is made in its turn · `circuit` = the receiver does not answer in time; now and then one attempt is a probe, and the other attempts wait for an answer (`circuit` of GET /receivers/{receiverId}) · `hold` = the receiver has asked to wait (`Retry-After`), or its TLS handshakes fail and take too much computing time · `limit` = it is made in its turn, within `maxPerSecond` and `maxInFlight` of the receiver. null = the delivery is not pending.
       * @enum {string|null}
       */
      waitingFor: 'retry' | 'queue' | 'circuit' | 'hold' | 'limit' | null;
      /**
       * @description How the last attempt ended; null = no attempt was made.
       * @enum {string|null}
       */
      lastOutcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth' | null;
      /** @description The HTTP status of the last attempt, even if the rest of the answer did not come; null = no status came. */
      lastHttpStatus: number | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description The newest 200 attempts, oldest first. */
      attempts: components['schemas']['Attempt'][];
    };
    DeliveryExhaustedCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.operational.<type> */
      type: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['DeliveryExhaustedData'];
    };
    DeliveryExhaustedData: {
      /** @description How many deliveries. The receiver that gets this event is left out. */
      count: number;
      /** @description The first 20 entries. */
      receivers: {
        /**
         * Format: uuid
         * @description The receiver.
         */
        receiverId: string;
        /** @description How many deliveries to the receiver ended. */
        count: number;
        /** @description The first of these deliveries. */
        deliveryIds: string[];
      }[];
    };
    DeliveryExhaustedWebhook: {
      /** @constant */
      type: 'delivery.exhausted';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      timestamp: string;
      data: components['schemas']['DeliveryExhaustedData'];
    };
    DeliveryPage: {
      /** @description The `cursor` of the next page; null = this is the last page. */
      nextCursor: string | null;
      deliveries: components['schemas']['Delivery'][];
    };
    Error: {
      /** @enum {string} */
      type: 'client_error' | 'server_error';
      errors: components['schemas']['ErrorItem'][];
    };
    ErrorItem: {
      /** @enum {string} */
      code:
        | 'parse_error'
        | 'invalid'
        | 'invalid_choice'
        | 'required'
        | 'not_authenticated'
        | 'authentication_failed'
        | 'permission_denied'
        | 'not_found'
        | 'method_not_allowed'
        | 'not_acceptable'
        | 'request_timeout'
        | 'conflict'
        | 'session_mismatch'
        | 'request_too_large'
        | 'throttled'
        | 'request_headers_too_large'
        | 'error'
        | 'service_unavailable';
      /** @description For people; its wording may change. */
      detail: string;
      /** @description The path of the wrong field, with dots; null when no field is wrong. */
      attr: string | null;
    };
    Event: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: uuid */
      consignmentId: string;
      /**
       * Format: date-time
       * @description When the service learned of the event; `payload.timestamp` says when it happened.
       */
      createdAt: string;
      /** @description Body of the POST for one event of one parcel, one branch per event. */
      payload: components['schemas']['WebhookPayload'];
    };
    EventCause: {
      /**
       * @description `record` = a record of yours · `scan` · `send_date` = it went by · `unknown` = the scan is no longer kept.
       * @enum {string}
       */
      kind: 'record' | 'scan' | 'send_date' | 'unknown';
      /** @description The scan, where it is one. */
      scan_id: string | null;
      /** @description In words: what was read, by which rule, and why that is this event. */
      meaning: string;
    };
    EventDetail: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: uuid */
      consignmentId: string;
      /**
       * Format: date-time
       * @description When the service learned of the event; `payload.timestamp` says when it happened.
       */
      createdAt: string;
      /** @description Body of the POST for one event of one parcel, one branch per event. */
      payload: components['schemas']['WebhookPayload'];
      /** @description The deliveries of the event to each receiver. */
      deliveries: components['schemas']['Delivery'][];
    };
    EventPage: {
      /** @description The `cursor` of the next page; null = this is the last page. */
      nextCursor: string | null;
      events: components['schemas']['Event'][];
      /** @description Present only with `after`. Send it as the next `after` to continue. */
      nextAfter?: string;
    };
    EventType: {
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** @description The meaning of the event, in one sentence. */
      meaning: string;
      /** @description True = the event ends the parcel. Carriers correct themselves, so other events may still follow. */
      isFinal: boolean;
      /**
       * @description The content type of the POST, in both formats.
       * @constant
       */
      contentType: 'application/json';
      /** @description The fields of `data` that only this event has. */
      ownFields: string[];
      /** @description JSON Schema, draft 2020-12, of the body in this format. */
      schema: Record<string, never>;
      /** @description A body in this format and language. */
      example: Record<string, never>;
    };
    EventTypes: {
      /** @enum {string} */
      format: 'plain' | 'cloudevents';
      /** @enum {string} */
      language: 'cs' | 'da' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'no' | 'pl' | 'pt' | 'sv';
      /** @description The `source` of all CloudEvents of this installation, whatever `format` is. */
      source: string;
      /** @description The second part of the `type` of all CloudEvents of this installation, `com.<vendor>.…`. */
      vendor: string;
      /** @description All eleven, in a fixed order. */
      eventTypes: components['schemas']['EventType'][];
      /** @description The operational events; only receivers that name them get them. */
      operational: components['schemas']['OperationalEventType'][];
    };
    ExplainedEvent: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: date-time */
      timestamp: string;
      /**
       * Format: date-time
       * @description When it became known here.
       */
      createdAt: string;
      cause: components['schemas']['EventCause'];
      /** @description What became of it for each receiver. */
      receivers: components['schemas']['Finding'][];
    };
    Explanation: {
      courier: string;
      /** @description Normalised. */
      trackingNumber: string;
      /**
       * Format: uuid
       * @description null = your account has no record of this parcel.
       */
      consignmentId: string | null;
      /**
       * @description As asked for.
       * @enum {string|null}
       */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | null;
      /**
       * Format: uuid
       * @description As asked for.
       */
      receiverId: string | null;
      /** @description The first link of the chain that broke, or the good end, or `not_all_explained`. */
      verdict: components['schemas']['Finding'];
      /** @description How many receivers of your account are not explained: all but the 20 oldest. Of these only deliveries are shown, the ones not delivered first. While the number is above 0, `verdict` never says that all is well. Name one by `receiverId`. */
      receiversNotExplained: number;
      /** @description All that is notable, `verdict` among it, in the order of the chain. */
      notable: components['schemas']['Finding'][];
      /** @description The events that occurred, newest first, the newest 50. */
      events: components['schemas']['ExplainedEvent'][];
    };
    FilterValue: {
      /** @description The value as records have it. `""` = the record names none. */
      value: string;
      parcels: number;
    };
    FilterValues: {
      /** @description The parcels that were counted. */
      parcels: number;
      /** @description The most frequent values first, at most 1000. */
      couriers: components['schemas']['FilterValue'][];
      /** @description The most frequent values first, at most 1000. */
      destinationCountries: components['schemas']['FilterValue'][];
      /** @description The most frequent values first, at most 1000. */
      warehouses: components['schemas']['FilterValue'][];
      /** @description The most frequent values first, at most 1000. */
      languages: components['schemas']['FilterValue'][];
      /** @description The most frequent values first, at most 1000. */
      clients: components['schemas']['FilterValue'][];
    };
    Finding: {
      /**
       * @description For programs; `meaning` and `toDo` say it in words.
       * @enum {string}
       */
      code:
        | 'no_record'
        | 'record_dead_letter'
        | 'record_left_out'
        | 'scans_waiting'
        | 'scan_dead_letter'
        | 'no_scan'
        | 'earlier_parcel'
        | 'unmapped'
        | 'status_without_event'
        | 'late_scan'
        | 'no_update'
        | 'already_announced'
        | 'no_date'
        | 'no_send_date'
        | 'send_date_ahead'
        | 'sent_in_time'
        | 'event_not_kept'
        | 'no_receiver'
        | 'created_later'
        | 'receiver_deleted'
        | 'switched_off'
        | 'disabled'
        | 'event_filter'
        | 'content_filter'
        | 'not_fanned_out'
        | 'pending_retry'
        | 'pending_queue'
        | 'pending_circuit'
        | 'pending_hold'
        | 'pending_limit'
        | 'exhausted'
        | 'expired'
        | 'cancelled'
        | 'delivered'
        | 'nothing_notable'
        | 'not_all_explained';
      /**
       * @description `problem` = it does not come without your doing · `waiting` = it comes without your doing · `info` = as it should be.
       * @enum {string}
       */
      severity: 'problem' | 'waiting' | 'info';
      /** @description What happened or did not, and why. */
      meaning: string;
      toDo: string;
      /**
       * Format: date-time
       * @description When; of what is pending: not before. null = there is no one moment.
       */
      at: string | null;
      scan_id: string | null;
      /** Format: uuid */
      eventid: string | null;
      /** Format: uuid */
      receiverId: string | null;
      /** Format: uuid */
      deliveryId: string | null;
    };
    GenerateToken: {
      /** @description The purpose of the token, in your words. */
      note?: string;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it. Required, here or in `scopes`.
       * @enum {string}
       */
      scope?: 'read' | 'write' | 'generate';
      /** @description The same as `scope`, as a list with one element; if both are sent they must agree. An empty list is refused. */
      scopes?: ('read' | 'write' | 'generate')[];
    };
    GivenClientCertificate: {
      certificate?: string;
      privateKey?: string;
    } | null;
    InspectSessionLink: {
      /** @description The code of a link. */
      code: string;
    };
    InspectedSessionLink: {
      /** @description The account that the link signs in to. */
      account: number;
      /** @enum {string} */
      scope: 'read' | 'write';
      /** Format: date-time */
      expiresAt: string;
    };
    JudgedEvent: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: date-time */
      createdAt: string;
      /** Format: uuid */
      consignmentId: string;
      /** @description `references.courier` of the event. */
      courier: string;
      /** @description `references.tracking_number` of the event. */
      trackingNumber: string;
      /** @description `references.orderNo` of the event. */
      orderNo: string;
    };
    Last24Hours: {
      /** @description The number of POSTs. */
      attempts: number;
      /** @description Deliveries that ended with a 2xx. */
      delivered: number;
      /** @description Deliveries that ended as `exhausted` or `expired`, including deliveries that were sent again since. */
      failed: number;
    };
    LeftOutEvent: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: date-time */
      createdAt: string;
      /** Format: uuid */
      consignmentId: string;
      /** @description `references.courier` of the event. */
      courier: string;
      /** @description `references.tracking_number` of the event. */
      trackingNumber: string;
      /** @description `references.orderNo` of the event. */
      orderNo: string;
      /**
       * @description The first list that does not have the value of the event: `events`, or a list of `filter`.
       * @enum {string}
       */
      refusedBy:
        | 'events'
        | 'couriers'
        | 'destinationCountries'
        | 'warehouses'
        | 'languages'
        | 'clients'
        | 'deliveryLocations'
        | 'returnReasons'
        | 'exceptions';
      /** @description The value of the event that is not in the list. */
      value: string;
    };
    ListedConsignment: {
      /** Format: uuid */
      consignmentId: string;
      courier: string;
      /** @description Normalised. */
      trackingNumber: string;
      /** @description Counts the parcels of this number: 2 and more = the number was used again. */
      generation: number;
      /** @description True = the number belongs to this parcel now, so GET /consignments/{courier}/{trackingNumber} shows this parcel. */
      isCurrent: boolean;
      orderNo: string;
      client: string;
      /**
       * @description `Pending` before the first scan.
       * @enum {string}
       */
      status:
        | 'InternalStatus'
        | 'Pending'
        | 'WarehousePrepared'
        | 'WarehouseDelay'
        | 'Packed'
        | 'Loaded'
        | 'OrderProcessed'
        | 'ReturnRegistered'
        | 'PickUpScheduled'
        | 'PickUpPlanned'
        | 'Upgrade'
        | 'InboundScan'
        | 'InterimHaul'
        | 'InTransit'
        | 'ExportHub'
        | 'ImportHub'
        | 'CustomsIn'
        | 'CustomsReleased'
        | 'Scheduled'
        | 'DestinationDeliveryCenter'
        | 'DestinationDeliveryDepot'
        | 'OutForDelivery'
        | 'Rerouted'
        | 'FailedAttemptFirst'
        | 'FailedAttemptSecond'
        | 'FailedAttemptFinal'
        | 'PickupReadyToday'
        | 'PickupReadyNextDay'
        | 'PartiallyDelivered'
        | 'Delivered'
        | 'Stored'
        | 'Return'
        | 'ReturnWarning'
        | 'Exception'
        | 'ReturnInProcess'
        | 'ReturnProcessed'
        | 'ReturnRefunded'
        | 'None'
        | 'Ignore'
        | 'Cancelled';
      /**
       * Format: date-time
       * @description null = nothing has happened yet.
       */
      statusAt: string | null;
      expectedDelivery: {
        /** Format: date */
        startDate: string;
        /** Format: date */
        endDate: string;
        startTime?: string;
        endTime?: string;
      } | null;
      isReturn: boolean;
      isCancelled: boolean;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    ListedReceiver: {
      /** @description The URL that webhooks go to: https, a public address, and no user name or password in it. */
      url: string;
      /** @description A name for people; empty or left out = the host of `url`. */
      name: string;
      /** @description The purpose of the receiver. */
      description: string;
      /** @description Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it. */
      metadata: {
        [key: string]: string;
      };
      /** @description false = switched off: nothing new is sent to the receiver. */
      enabled: boolean;
      /** @description The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events. */
      events: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /**
       * @description The plain payload, or the same payload in a CloudEvent 1.0.
       * @enum {string}
       */
      format: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /**
       * @description The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm: 'object' | 'empty' | 'null_text';
      /** @description The whole answer must arrive within this many milliseconds. */
      timeoutMs: number;
      /** @description The most POSTs per second, by all instances together; null = no limit of yours. */
      maxPerSecond: number | null;
      /** @description The most POSTs at once, by all instances together; null = no limit of yours. */
      maxInFlight: number | null;
      /**
       * @description The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.
       * @enum {string}
       */
      onGone: 'retry' | 'disable';
      /**
       * Format: duration
       * @description ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.
       */
      disableAfterFailingFor: string | null;
      /** Format: uuid */
      receiverId: string;
      /** @description An event must match every list; an empty list allows all values. Each event is judged by itself: a parcel may be told in part. */
      filter: components['schemas']['ReceiverFilter'];
      /** @description The public parts of `auth`. */
      auth: components['schemas']['ShownAuth'];
      clientCertificate: {
        subject: string;
        issuer: string;
        /** @description The serial number, in hexadecimal. */
        serialNumber: string;
        /** Format: date-time */
        notBefore: string;
        /**
         * Format: date-time
         * @description The expiry of the certificate: send its successor before this time.
         */
        notAfter: string;
        /** @description SHA-256 of the certificate. */
        fingerprint256: string;
      } | null;
      signing: components['schemas']['Signing'];
      /** @description When and why the service disabled the receiver; null = the service has not disabled it. `enabled: true` enables the receiver again. */
      disabled: {
        /** Format: date-time */
        at: string;
        /**
         * @description `gone` = it answered 410 · `failing` = no success for `disableAfterFailingFor`.
         * @enum {string}
         */
        reason: 'gone' | 'failing';
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      health: components['schemas']['ReceiverHealth'];
    };
    ListedSession: {
      /** Format: uuid */
      sessionId: string;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** @enum {string} */
      openedBy: 'token' | 'link';
      /** @description The token that opened the session or created its link. */
      tokenId: number;
      /** Format: uuid */
      linkId: string | null;
      /** @description The note of the link. */
      note: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      /** @description True for the session of this request. */
      isCurrent: boolean;
    };
    ListedSessionLink: {
      /** Format: uuid */
      linkId: string;
      /** @enum {string} */
      scope: 'read' | 'write';
      note: string;
      /** @description The token that created the link. */
      tokenId: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
    };
    NewSessionLink: {
      /** Format: uuid */
      linkId: string;
      /** @description The code that opens one session. Only this answer shows it. */
      code: string;
      /** @description The path of the link, below the address of this service. */
      path: string;
      /** @enum {string} */
      scope: 'read' | 'write';
      /** Format: date-time */
      expiresAt: string;
    };
    NewToken: {
      /** @description The number of the token, for POST /tokens/revoke. */
      tokenId: number;
      note: string;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** Format: date-time */
      createdAt: string;
      /** @description The secret, shown in this answer only. */
      token: string;
    };
    Notification: {
      /** @enum {string} */
      type: 'receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring';
      /**
       * Format: uuid
       * @description The same id as in the webhooks. `GET /deliveries?eventid=` lists their deliveries.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided it.
       */
      timestamp: string;
      data: components['schemas']['NotificationData'];
      /** @description The first 20 deliveries of the event. Empty for a second after the event, and when no receiver lists its type. */
      deliveries: components['schemas']['NotificationDelivery'][];
      /** @description The number of all deliveries of the event. */
      deliveryCount: number;
      /** @description The mails of the event to notification targets that exist. */
      mails: components['schemas']['NotificationMail'][];
    };
    NotificationData: {
      /** @description The number of receivers, deliveries or certificates that the event is about. */
      count: number;
      /** @description The first 20 entries. */
      receivers: components['schemas']['NotificationEntry'][];
    };
    NotificationDelivery: {
      /** Format: uuid */
      deliveryId: string;
      /** Format: uuid */
      receiverId: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
    };
    NotificationEntry: {
      /** Format: uuid */
      receiverId: string;
      /**
       * @description Of `receiver.failing` and `receiver.recovered`: `errors` · `credentials` · `circuit_open` · `held` · `limited`. Of `receiver.disabled`: `gone` · `failing`.
       * @enum {string}
       */
      reason?: 'errors' | 'credentials' | 'circuit_open' | 'held' | 'limited' | 'gone' | 'failing';
      /**
       * Format: date-time
       * @description When the outage began.
       */
      since?: string;
      /**
       * Format: date-time
       * @description When the service disabled the receiver.
       */
      disabledAt?: string;
      /** @description The number of ended deliveries of the receiver. */
      count?: number;
      /** @description The first 10 of these deliveries. */
      deliveryIds?: string[];
      /**
       * @description `client` = the service presents the certificate · `server` = the receiver presented it.
       * @enum {string}
       */
      certificate?: 'client' | 'server';
      /**
       * Format: date-time
       * @description When the certificate expires.
       */
      notAfter?: string;
    };
    NotificationMail: {
      /** Format: uuid */
      targetId: string;
      /** @description The name of the target. */
      name: string;
      /**
       * @description `pending` = it is sent soon, comes again, or waits for the mail at the end of the hour · `sent` = the mail server took it.
       * @enum {string}
       */
      state: 'pending' | 'sent' | 'failed';
    };
    NotificationPage: {
      /** @description The `cursor` of the next page; null = this is the last page. */
      nextCursor: string | null;
      notifications: components['schemas']['Notification'][];
    };
    NotificationTarget: {
      /** Format: uuid */
      targetId: string;
      /** @constant */
      kind: 'email';
      name: string;
      /** @description null = the caller has no scope `write`. */
      address: string | null;
      types: ('receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring')[];
      /** @description null = all receivers. */
      receiverIds: string[] | null;
      /**
       * @description `unconfirmed` = its owner has not confirmed the address, so nothing is sent · `confirmed` = mails are sent · `unsubscribed` = its reader wants none · `undeliverable` = the mail server refused the address for days.
       * @enum {string}
       */
      state: 'unconfirmed' | 'confirmed' | 'unsubscribed' | 'undeliverable';
      /**
       * Format: date-time
       * @description When the state was reached.
       */
      stateAt: string;
      /** @description The words of the mail server that refused the last mail; null = none was refused, or the caller has no scope `write`. */
      lastRefusal: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    NotificationTargets: {
      targets: components['schemas']['NotificationTarget'][];
      /** @description The settings that the operator lacks: without them no mail is sent and no target can be made. null = none. */
      missingSettings: string | null;
    };
    OnCreatedCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnCreatedData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnCreatedData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnCreatedWebhook: {
      /** @constant */
      event: 'onCreated';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnCreatedData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnDelayCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnDelayData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnDelayData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
      /**
       * @description Why the parcel is delayed.
       * @enum {string}
       */
      exception_code:
        | 'Exception'
        | 'Damaged'
        | 'TimeIssue'
        | 'AddressIssue'
        | 'CustomerRefusal'
        | 'Return'
        | 'DeliveryPayment'
        | 'Customs'
        | 'IdentFailed'
        | 'Misrouted'
        | 'ItemMissing'
        | 'LackSpace'
        | 'Notified'
        | 'MissingUpdates';
    };
    OnDelayWebhook: {
      /** @constant */
      event: 'onDelay';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnDelayData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnDeliveredCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnDeliveredData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnDeliveredData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
      /** @description Name of the recipient or neighbour, place of deposit. */
      delivery_information?: string;
    };
    OnDeliveredWebhook: {
      /** @constant */
      event: 'onDelivered';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnDeliveredData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnDispatchCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnDispatchData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnDispatchData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnDispatchWebhook: {
      /** @constant */
      event: 'onDispatch';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnDispatchData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnFailedAttemptCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnFailedAttemptData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnFailedAttemptData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
      /**
       * @description The carrier’s next step; absent = unknown.
       * @enum {string}
       */
      next_action?: 'NewAttemptToday' | 'NewAttemptNextDay' | 'PickUpReady';
      /** @description True = the next step comes from the scan; false = it is the carrier’s default. */
      next_action_is_specified?: boolean;
    };
    OnFailedAttemptWebhook: {
      /** @constant */
      event: 'onFailedAttempt';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnFailedAttemptData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnInternalDelayCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnInternalDelayData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnInternalDelayData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnInternalDelayWebhook: {
      /** @constant */
      event: 'onInternalDelay';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnInternalDelayData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnOutForDeliveryCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnOutForDeliveryData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnOutForDeliveryData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnOutForDeliveryWebhook: {
      /** @constant */
      event: 'onOutForDelivery';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnOutForDeliveryData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnPickupReadyCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnPickupReadyData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnPickupReadyData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
      /** @description Plain text: name, street, zip code, city, country. */
      pickup_location_address?: string;
      /** @description Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown. */
      pickup_location_opening_hours?: components['schemas']['WebhookOpeningHours'];
      /** @description Degrees, WGS 84. */
      pickup_location_coordinates?: {
        lat: number;
        long: number;
      };
    };
    OnPickupReadyWebhook: {
      /** @constant */
      event: 'onPickupReady';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnPickupReadyData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnReturnCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnReturnData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnReturnData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
      /**
       * @description Why the parcel goes back, or that it is lost.
       * @enum {string}
       */
      return_reason?:
        | 'Recall'
        | 'Lost'
        | 'Destroyed'
        | 'Seized'
        | 'CustomerRefusal'
        | 'NotCollected'
        | 'DeliveryPayment'
        | 'AddressIssue'
        | 'Customs'
        | 'Damaged'
        | 'Misrouted'
        | 'Exception'
        | 'FailedDelivery'
        | 'Unknown';
    };
    OnReturnWebhook: {
      /** @constant */
      event: 'onReturn';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnReturnData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnScheduledCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnScheduledData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnScheduledData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnScheduledWebhook: {
      /** @constant */
      event: 'onScheduled';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnScheduledData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OnUpdatedCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.tracking.event.<event in lower case> */
      type: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: {
        /** @description The retailer’s references, byte for byte as in the record. */
        references: components['schemas']['WebhookReferences'];
        data: components['schemas']['OnUpdatedData'];
        /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
        reporting: components['schemas']['WebhookReporting'];
      };
    };
    OnUpdatedData: {
      /**
       * Format: uri
       * @description The carrier’s tracking page.
       */
      tracking_link: string;
      /** @description The carrier’s page for another place or day; "" = not yet or no longer available. */
      reroute_link: string;
      /** @description The carrier’s own text, or its code when it sends no text; "" before the first scan. */
      raw_scan: string;
      /** @description The place in the carrier’s words; "" = the carrier names no place. */
      raw_scan_location: string;
      /** @description The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
      delivery_status: components['schemas']['WebhookStatus'];
      /** @description The status in a few words, in references.language. */
      delivery_status_locale_short: string;
      /** @description The status in sentences with date, place and details, in references.language. */
      delivery_status_locale_long: string;
      /** @description One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
      expected_delivery_date_raw: components['schemas']['WebhookExpectedDate'];
      /** @description The expected date in words, in references.language; "" when unknown. */
      expected_delivery_date_formatted: string;
      /** @description Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
      delivery_location: string;
    };
    OnUpdatedWebhook: {
      /** @constant */
      event: 'onUpdated';
      /** @description Unique per event, the same at each repetition. Use it to deduplicate. */
      eventid: string;
      /**
       * Format: date-time
       * @description When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.
       */
      timestamp: string;
      /** @description The retailer’s references, byte for byte as in the record. */
      references: components['schemas']['WebhookReferences'];
      data: components['schemas']['OnUpdatedData'];
      /** @description Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
      reporting: components['schemas']['WebhookReporting'];
    };
    OpenSession: {
      /** @description The number of the account; goes with `token`. */
      user?: string;
      /** @description A token of the account; goes with `user`. */
      token?: string;
      /** @description The code of a link, in place of `user` and `token`. */
      code?: string;
      /** @description The page is inside a frame of another site. Allowed only if the operator names such sites (`CONSOLE_FRAME_ANCESTORS`). */
      embedded?: boolean;
    };
    OpenedSession: {
      /** Format: uuid */
      sessionId: string;
      account: number;
      /** @description The name of the account, for people; empty = the operator gave none. */
      accountName: string;
      /** @description The time zone of the account, an IANA name; null = the operator gave none. */
      timeZone: string | null;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** @enum {string} */
      openedBy: 'token' | 'link';
      /** @description The note of the link that opened the session, otherwise of the token. */
      note: string;
      /** Format: date-time */
      expiresAt: string;
      /** Format: date-time */
      createdAt: string;
    };
    OpeningSpan: {
      from: string;
      to: string;
    };
    OperationalEventType: {
      /** @enum {string} */
      type: 'receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring';
      /** @description The meaning of the event, in one sentence. */
      meaning: string;
      /**
       * @description The content type of the POST, in both formats.
       * @constant
       */
      contentType: 'application/json';
      /** @description JSON Schema, draft 2020-12, of the body in this format. */
      schema: Record<string, never>;
      /** @description A body in this format. */
      example: Record<string, never>;
    };
    PreviewReceiver: {
      /** @description As `events` of a receiver; absent or empty = the eleven events. */
      events?: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /** @description As `filter` of a receiver; absent = no filter. */
      filter?: {
        /** @description Carriers (`references.courier`). */
        couriers?: string[];
        /** @description Countries of destination (`references.destination_country_iso3`): ISO 3166-1 alpha-3. */
        destinationCountries?: string[];
        /** @description Warehouses (`references.warehouse`); `""` = parcels without a warehouse. */
        warehouses?: string[];
        /** @description Languages of the texts (`references.language`): ISO 639-1. */
        languages?: string[];
        /** @description Shops (`references.client`); `""` = parcels without a shop. */
        clients?: string[];
        /** @description Places of hand-over (`data.delivery_location`). An event whose place is not known yet (`""`) passes. */
        deliveryLocations?: ('Doorstep' | 'Postbox' | 'ParcelShop' | 'ParcelLocker' | 'Neighbor' | 'HomeDeposit' | 'Unknown')[];
        /** @description Reasons of returns (`data.return_reason`). An event without this field passes. */
        returnReasons?: (
          | 'Recall'
          | 'Lost'
          | 'Destroyed'
          | 'Seized'
          | 'CustomerRefusal'
          | 'NotCollected'
          | 'DeliveryPayment'
          | 'AddressIssue'
          | 'Customs'
          | 'Damaged'
          | 'Misrouted'
          | 'Exception'
          | 'FailedDelivery'
          | 'Unknown'
        )[];
        /** @description Reasons of delays (`data.exception_code`). An event without this field passes. */
        exceptions?: (
          | 'Exception'
          | 'Damaged'
          | 'TimeIssue'
          | 'AddressIssue'
          | 'CustomerRefusal'
          | 'Return'
          | 'DeliveryPayment'
          | 'Customs'
          | 'IdentFailed'
          | 'Misrouted'
          | 'ItemMissing'
          | 'LackSpace'
          | 'Notified'
          | 'MissingUpdates'
        )[];
      };
    };
    PreviewedEvent: {
      /** Format: uuid */
      eventid: string;
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring';
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: uuid
       * @description null = the event has no delivery (`missing`).
       */
      deliveryId: string | null;
      /** Format: uuid */
      consignmentId: string;
      /** @description The courier of the parcel; null = the data of the parcel are no longer kept. */
      courier: string | null;
      /** @description The normalised number of the parcel; null when `courier` is null. */
      trackingNumber: string | null;
      /** @description The order number in the newest record of the parcel; null when `courier` is null. */
      orderNo: string | null;
    };
    ReadByView: {
      /**
       * @description The source of the reading: a rule in the operator’s CARRIERS_DIR, a rule that comes with the service, the `status_hint` of the producer, or none of these.
       * @enum {string}
       */
      layer: 'operator' | 'shipped' | 'hint' | 'none';
      /** @description File and line of the rule in its layer; null = no rule decided. */
      rule: string | null;
      /** @description The hash of the carrier files that were in force; `mapping:check` prints the hash of a folder. */
      ruleSet: string;
    };
    Receiver: {
      /** @description The URL that webhooks go to: https, a public address, and no user name or password in it. */
      url: string;
      /** @description A name for people; empty or left out = the host of `url`. */
      name: string;
      /** @description The purpose of the receiver. */
      description: string;
      /** @description Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it. */
      metadata: {
        [key: string]: string;
      };
      /** @description false = switched off: nothing new is sent to the receiver. */
      enabled: boolean;
      /** @description The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events. */
      events: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /**
       * @description The plain payload, or the same payload in a CloudEvent 1.0.
       * @enum {string}
       */
      format: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /**
       * @description The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm: 'object' | 'empty' | 'null_text';
      /** @description The whole answer must arrive within this many milliseconds. */
      timeoutMs: number;
      /** @description The most POSTs per second, by all instances together; null = no limit of yours. */
      maxPerSecond: number | null;
      /** @description The most POSTs at once, by all instances together; null = no limit of yours. */
      maxInFlight: number | null;
      /**
       * @description The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.
       * @enum {string}
       */
      onGone: 'retry' | 'disable';
      /**
       * Format: duration
       * @description ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.
       */
      disableAfterFailingFor: string | null;
      /** Format: uuid */
      receiverId: string;
      /** @description An event must match every list; an empty list allows all values. Each event is judged by itself: a parcel may be told in part. */
      filter: components['schemas']['ReceiverFilter'];
      /** @description The public parts of `auth`. */
      auth: components['schemas']['ShownAuth'];
      clientCertificate: {
        subject: string;
        issuer: string;
        /** @description The serial number, in hexadecimal. */
        serialNumber: string;
        /** Format: date-time */
        notBefore: string;
        /**
         * Format: date-time
         * @description The expiry of the certificate: send its successor before this time.
         */
        notAfter: string;
        /** @description SHA-256 of the certificate. */
        fingerprint256: string;
      } | null;
      signing: components['schemas']['Signing'];
      /** @description When and why the service disabled the receiver; null = the service has not disabled it. `enabled: true` enables the receiver again. */
      disabled: {
        /** Format: date-time */
        at: string;
        /**
         * @description `gone` = it answered 410 · `failing` = no success for `disableAfterFailingFor`.
         * @enum {string}
         */
        reason: 'gone' | 'failing';
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    ReceiverAuth:
      | components['schemas']['AuthNone']
      | components['schemas']['AuthBasic']
      | components['schemas']['AuthHeaders']
      | components['schemas']['AuthOAuth2'];
    ReceiverDetail: {
      /** @description The URL that webhooks go to: https, a public address, and no user name or password in it. */
      url: string;
      /** @description A name for people; empty or left out = the host of `url`. */
      name: string;
      /** @description The purpose of the receiver. */
      description: string;
      /** @description Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it. */
      metadata: {
        [key: string]: string;
      };
      /** @description false = switched off: nothing new is sent to the receiver. */
      enabled: boolean;
      /** @description The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events. */
      events: (
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring'
      )[];
      /**
       * @description The plain payload, or the same payload in a CloudEvent 1.0.
       * @enum {string}
       */
      format: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /**
       * @description The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm: 'object' | 'empty' | 'null_text';
      /** @description The whole answer must arrive within this many milliseconds. */
      timeoutMs: number;
      /** @description The most POSTs per second, by all instances together; null = no limit of yours. */
      maxPerSecond: number | null;
      /** @description The most POSTs at once, by all instances together; null = no limit of yours. */
      maxInFlight: number | null;
      /**
       * @description The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.
       * @enum {string}
       */
      onGone: 'retry' | 'disable';
      /**
       * Format: duration
       * @description ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.
       */
      disableAfterFailingFor: string | null;
      /** Format: uuid */
      receiverId: string;
      /** @description An event must match every list; an empty list allows all values. Each event is judged by itself: a parcel may be told in part. */
      filter: components['schemas']['ReceiverFilter'];
      /** @description The public parts of `auth`. */
      auth: components['schemas']['ShownAuth'];
      clientCertificate: {
        subject: string;
        issuer: string;
        /** @description The serial number, in hexadecimal. */
        serialNumber: string;
        /** Format: date-time */
        notBefore: string;
        /**
         * Format: date-time
         * @description The expiry of the certificate: send its successor before this time.
         */
        notAfter: string;
        /** @description SHA-256 of the certificate. */
        fingerprint256: string;
      } | null;
      signing: components['schemas']['Signing'];
      /** @description When and why the service disabled the receiver; null = the service has not disabled it. `enabled: true` enables the receiver again. */
      disabled: {
        /** Format: date-time */
        at: string;
        /**
         * @description `gone` = it answered 410 · `failing` = no success for `disableAfterFailingFor`.
         * @enum {string}
         */
        reason: 'gone' | 'failing';
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      health: components['schemas']['ReceiverHealth'];
      /** @description The open circuit: five POSTs in a row have timed out. Now and then one attempt goes out as a probe; the other attempts wait. Any answer closes the circuit. null = the circuit is closed. */
      circuit: {
        /** Format: date-time */
        openSince: string;
        /**
         * Format: date-time
         * @description The time of the next probe. A probe whose time has passed goes out within moments.
         */
        nextProbeAt: string;
        /** @description Due deliveries that wait behind the circuit, counted up to 1000. */
        waiting: number;
      } | null;
    };
    ReceiverDisabledCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.operational.<type> */
      type: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['ReceiverDisabledData'];
    };
    ReceiverDisabledData: {
      /** @description How many receivers. The receiver that gets this event is left out. */
      count: number;
      /** @description The first 20 entries. */
      receivers: {
        /**
         * Format: uuid
         * @description The receiver.
         */
        receiverId: string;
        /**
         * @description `gone` = the receiver answered 410 · `failing` = no success for `disableAfterFailingFor`.
         * @enum {string}
         */
        reason: 'gone' | 'failing';
        /**
         * Format: date-time
         * @description When the service disabled it. ISO 8601 in UTC.
         */
        disabledAt: string;
      }[];
    };
    ReceiverDisabledWebhook: {
      /** @constant */
      type: 'receiver.disabled';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      timestamp: string;
      data: components['schemas']['ReceiverDisabledData'];
    };
    ReceiverFailingCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.operational.<type> */
      type: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['ReceiverFailingData'];
    };
    ReceiverFailingData: {
      /** @description How many receivers. The receiver that gets this event is left out. */
      count: number;
      /** @description The first 20 entries. */
      receivers: {
        /**
         * Format: uuid
         * @description The receiver.
         */
        receiverId: string;
        /**
         * @description `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow.
         * @enum {string}
         */
        reason: 'errors' | 'credentials' | 'circuit_open' | 'held' | 'limited';
        /**
         * Format: date-time
         * @description When the outage began. ISO 8601 in UTC.
         */
        since: string;
      }[];
    };
    ReceiverFailingWebhook: {
      /** @constant */
      type: 'receiver.failing';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      timestamp: string;
      data: components['schemas']['ReceiverFailingData'];
    };
    ReceiverFilter: {
      /** @description Carriers (`references.courier`). */
      couriers: string[];
      /** @description Countries of destination (`references.destination_country_iso3`): ISO 3166-1 alpha-3. */
      destinationCountries: string[];
      /** @description Warehouses (`references.warehouse`); `""` = parcels without a warehouse. */
      warehouses: string[];
      /** @description Languages of the texts (`references.language`): ISO 639-1. */
      languages: string[];
      /** @description Shops (`references.client`); `""` = parcels without a shop. */
      clients: string[];
      /** @description Places of hand-over (`data.delivery_location`). An event whose place is not known yet (`""`) passes. */
      deliveryLocations: ('Doorstep' | 'Postbox' | 'ParcelShop' | 'ParcelLocker' | 'Neighbor' | 'HomeDeposit' | 'Unknown')[];
      /** @description Reasons of returns (`data.return_reason`). An event without this field passes. */
      returnReasons: (
        | 'Recall'
        | 'Lost'
        | 'Destroyed'
        | 'Seized'
        | 'CustomerRefusal'
        | 'NotCollected'
        | 'DeliveryPayment'
        | 'AddressIssue'
        | 'Customs'
        | 'Damaged'
        | 'Misrouted'
        | 'Exception'
        | 'FailedDelivery'
        | 'Unknown'
      )[];
      /** @description Reasons of delays (`data.exception_code`). An event without this field passes. */
      exceptions: (
        | 'Exception'
        | 'Damaged'
        | 'TimeIssue'
        | 'AddressIssue'
        | 'CustomerRefusal'
        | 'Return'
        | 'DeliveryPayment'
        | 'Customs'
        | 'IdentFailed'
        | 'Misrouted'
        | 'ItemMissing'
        | 'LackSpace'
        | 'Notified'
        | 'MissingUpdates'
      )[];
    };
    ReceiverHealth: {
      /**
       * @description `new` = nothing was sent to it yet, or nothing since it was enabled again after a failure · `healthy` · `failing` = every attempt has failed since it was created or enabled again; or at least three attempts have failed since the last success, over at least a minute or until a delivery ended as `exhausted` · `circuit_open` = it does not answer in time · `limited` = more events come than its limits allow · `held` = it asked to wait, or its TLS handshakes fail and take too much computing time · `switched_off` = `enabled` is false · `disabled` = the service has disabled it.
       * @enum {string}
       */
      state: 'new' | 'healthy' | 'failing' | 'circuit_open' | 'limited' | 'held' | 'switched_off' | 'disabled';
      /**
       * Format: date-time
       * @description The beginning of the state; null = the receiver is healthy or new, or the time is not known.
       */
      since: string | null;
      /**
       * Format: date-time
       * @description The beginning of the last attempt that got a 2xx.
       */
      lastSuccessAt: string | null;
      /**
       * Format: date-time
       * @description When the oldest pending delivery of the last 16 days was created; null = none is pending.
       */
      oldestPendingAt: string | null;
      /** @description The numbers of the last 24 hours, without tests. */
      last24h: components['schemas']['Last24Hours'];
      /** @description Deliveries that are `exhausted` or `expired` now, without tests; 1000 = that many or more. A delivery that is sent again no longer counts. */
      stillFailed: number;
      /** @description The problem and its remedy; null = no problem. */
      reason: string | null;
      /** @description The newest attempt that failed; null = no failure is known. */
      lastFailure: {
        /**
         * Format: date-time
         * @description When the attempt began.
         */
        at: string;
        /** @enum {string} */
        outcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
        /** @description null = no status came. */
        httpStatus: number | null;
        /**
         * Format: date-time
         * @description The beginning of the first attempt with this cause: all attempts since then have failed with this outcome and status. null = the failures no longer count, or the time is not known. `since` of the health is the beginning of the whole outage.
         */
        since: string | null;
      } | null;
    };
    ReceiverPreview: {
      /** @description The judged events: the newest 1000 of the account, or fewer if it has fewer. */
      judged: number;
      /** @description The events that the receiver would get. */
      taken: number;
      /** @description Parcels of which `filter` takes some of the judged events that `events` names, and leaves out others. */
      parcelsInPart: number;
      /** @description The newest 10 events that the receiver would get. */
      takenEvents: components['schemas']['JudgedEvent'][];
      /** @description The newest 10 events that the receiver would not get. */
      leftOutEvents: components['schemas']['LeftOutEvent'][];
    };
    ReceiverRecoveredCloudEvent: {
      /** @constant */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URI that identifies the integration.
       */
      source: string;
      /** @description com.<vendor>.operational.<type> */
      type: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      time: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['ReceiverRecoveredData'];
    };
    ReceiverRecoveredData: {
      /** @description How many receivers. The receiver that gets this event is left out. */
      count: number;
      /** @description The first 20 entries. */
      receivers: {
        /**
         * Format: uuid
         * @description The receiver.
         */
        receiverId: string;
        /**
         * @description `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow.
         * @enum {string}
         */
        reason: 'errors' | 'credentials' | 'circuit_open' | 'held' | 'limited';
        /**
         * Format: date-time
         * @description When the outage began. ISO 8601 in UTC.
         */
        since: string;
      }[];
    };
    ReceiverRecoveredWebhook: {
      /** @constant */
      type: 'receiver.recovered';
      /**
       * Format: uuid
       * @description Unique per event, the same at each repetition. Use it to deduplicate.
       */
      eventid: string;
      /**
       * Format: date-time
       * @description When the service decided the event. ISO 8601 in UTC.
       */
      timestamp: string;
      data: components['schemas']['ReceiverRecoveredData'];
    };
    Receivers: {
      receivers: components['schemas']['ListedReceiver'][];
    };
    Record: {
      /** @description Unique per transfer, the same at each repetition: a repeated transfer counts once. Without U+0000 and half surrogate pairs. */
      transfer_id?: string;
      /**
       * @description upsert = create or update; cancel = the parcel will not be shipped.
       * @enum {string}
       */
      action?: 'upsert' | 'cancel';
      /** @description When the retailer transferred it: RFC 3339 with Z or an offset; not before 2000 and at most 24 h after the Kafka message’s own timestamp. */
      occurred_at?: string;
      /** @description Forwarded byte for byte in every event. A text with U+0000 or half a surrogate pair is refused, never corrected. */
      references: {
        /** @description Carrier code, as in the scans. */
        courier: string;
        /** @description Identifies the parcel together with courier and account, regardless of white space and case. */
        tracking_number: string;
        /** @description Order number as the shopper knows it; may be "". */
        orderNo: string;
        /** @description Shop; may be "". Receivers can be limited to some shops. */
        client: string;
        /** @description Warehouse; may be "". */
        warehouse: string;
        /** @description ISO 3166-1 alpha-3. */
        destination_country_iso3: string;
        /** @description ISO 639-1: language of the localized texts. */
        language: string;
      };
      /** @description Day by whose end the parcel must be shipped, yyyy-MM-dd in warehouse_time_zone, or a moment, RFC 3339 (without an offset: in warehouse_time_zone). A missed send_date gives onInternalDelay. A send_date that is absent, does not exist, or lies before 2000 or after 2199 is not watched. */
      send_date?: string | null;
      /** @description IANA zone of the warehouse, for send_date; absent = the configured zone, else UTC. IANA name such as Europe/Berlin. */
      warehouse_time_zone?: string | null;
      /** @description IANA zone of the recipient: lead times count its calendar days; absent = by destination country. IANA name such as Europe/Berlin. */
      recipient_time_zone?: string | null;
      /** @description Pages of this parcel. */
      links?: {
        /** @description Tracking page. When absent, the page of the latest scan or the courier’s known page is used; without any page the record is refused (E_LINK). http or https, a valid URI (RFC 3986). Characters that only lack percent-encoding are encoded. An empty text = there is no link. */
        tracking_link?: string | null;
        /** @description Page for rerouting; absent = not stated, "" = not available. http or https, a valid URI (RFC 3986). Characters that only lack percent-encoding are encoded. An empty text = there is no link. */
        reroute_link?: string | null;
      } | null;
      /** @description True = a customer’s return: send_date is not watched. */
      is_return?: boolean | null;
    };
    RecordWarning: {
      /**
       * @description `no_tracking_link` = the record may become a dead letter · `erased` = the record is left out, because the data of its parcel were erased · `removed` = the record is left out, because the data of its parcel are no longer kept.
       * @enum {string}
       */
      code: 'no_tracking_link' | 'erased' | 'removed';
      detail: string;
    };
    Redeliver: {
      /**
       * Format: date-time
       * @description Deliveries created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second.
       */
      from: string;
      /**
       * Format: date-time
       * @description Deliveries created before this instant, which is later than `from`; absent, or in the future = now. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second.
       */
      to?: string;
      /**
       * @description Only deliveries that ended with this status. `missing` = events created in the period that the receiver wants by its present `events` and `filter` but has no delivery for. Events stored in the last 10 seconds are left out, because they may be on their way.
       * @enum {string}
       */
      status: 'delivered' | 'exhausted' | 'expired' | 'cancelled' | 'missing';
      /** @description Only count what would be sent, and name the first ones. */
      dryRun?: boolean;
    };
    Redelivery: {
      /** Format: uuid */
      redeliveryId: string;
      /** Format: uuid */
      receiverId: string;
      /**
       * Format: uuid
       * @description The delivery of an order for one delivery; null = the order is for a period.
       */
      deliveryId: string | null;
      /** Format: date-time */
      from: string | null;
      /** Format: date-time */
      to: string | null;
      /**
       * @description The status of the ordered deliveries; `missing` = events without a delivery; `pending` = deliveries that the operator sends again after a loss; null = the order is for one delivery.
       * @enum {string|null}
       */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled' | 'missing' | null;
      /**
       * @description `cancelled` = the receiver was switched off, disabled or deleted meanwhile.
       * @enum {string}
       */
      state: 'running' | 'done' | 'cancelled';
      /** @description Deliveries that could be sent at the time of the order: a delivery whose event is no longer kept, or whose parcel was erased, does not count. Counted up to 10000; beyond this number, `total` grows with `done`. */
      total: number;
      /** @description Deliveries that have begun a new round. */
      started: number;
      /** @description The present states of deliveries that have begun a new round. A delivery of the period that another order sent again meanwhile counts, too. */
      results: components['schemas']['RedeliveryResults'];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    RedeliveryPreview: {
      /** @description Deliveries that would be sent, counted up to 10000: the `total` of the order. */
      count: number;
      /** @description false = there may be more. */
      countIsExact: boolean;
      /**
       * Format: date-time
       * @description The end of the counted period: `to` of the request, but at most now, and at most ten seconds ago for `missing`. An order with this `to` sends no more than was counted.
       */
      to: string;
      /** @description The first 10 events, oldest first. */
      sample: components['schemas']['PreviewedEvent'][];
    };
    RedeliveryResults: {
      /** @description Deliveries that wait for their next attempt. 10000 = at least that many. */
      pending: number;
      /** @description Deliveries that the receiver answered with 2xx. */
      delivered: number;
      /** @description false = at least `delivered` deliveries were delivered; only possible when another number is 10000. */
      deliveredIsExact: boolean;
      /** @description Deliveries that are `exhausted` or `expired` again. 10000 = at least that many. */
      failed: number;
      /** @description 10000 = at least that many. */
      cancelled: number;
    };
    References: {
      courier: string;
      tracking_number: string;
      orderNo: string;
      client: string;
      warehouse: string;
      destination_country_iso3: string;
      language: string;
    };
    RevokeToken: {
      /** @description The `tokenId` that GET /tokens/list shows. */
      tokenId: number;
    };
    RevokedToken: {
      /** @description The number of the token, for POST /tokens/revoke. */
      tokenId: number;
      /** @constant */
      revoked: true;
      /** @description Warnings; absent when there are none. */
      warnings?: components['schemas']['TokenWarning'][];
    };
    RotateSigning: {
      /** @description The time for which the replaced secret still signs, in milliseconds; 0 = it stops at once. */
      overlapMs?: number;
    };
    Scan: {
      /** @description Unique per physical scan, the same at each repetition: a repeated scan counts once. scan_id, courier and tracking_number must not contain U+0000 or half surrogate pairs. */
      scan_id?: string;
      /** @description Carrier code, as in the record. */
      courier: string;
      /** @description As the carrier writes it; white space and case do not matter. */
      tracking_number: string;
      /** @description When it happened: RFC 3339 with Z or an offset (+02:00, +0200), up to 9 fraction digits, kept to milliseconds; without an offset it is read in time_zone. The moment must exist, not before 2000 and at most 24 h after the Kafka message’s own timestamp. Wins over occurred_at_local. */
      occurred_at?: string | null;
      /** @description Local time yyyy-MM-ddTHH:mm:ss without an offset, read in time_zone. An hour that summer time skips moves forward; of an hour that winter time repeats, the earlier one counts. */
      occurred_at_local?: string | null;
      /** @description IANA zone of a time without an offset, such as Europe/Berlin. */
      time_zone?: string | null;
      /** @description When the producer received the scan, RFC 3339 with Z or an offset. An occurred_at up to 24 h in the future is set back to this time. */
      received_at?: string | null;
      /** @description The carrier’s code of the notice, as received. The mapping of the courier gives its meaning. */
      carrier_code?: string | null;
      /** @description The carrier’s finer code, as received. */
      carrier_sub_code?: string | null;
      /** @description The carrier’s text, forwarded unchanged: raw_scan. */
      raw_text?: string | null;
      /** @description Where the parcel was scanned. */
      location?: {
        /** @description As received, forwarded unchanged: raw_scan_location. */
        text?: string | null;
        /** @description ISO 3166-1 alpha-3, for information. */
        country_iso3?: string | null;
      } | null;
      /**
       * @description The producer’s own reading. The operator’s rule for a carrier code wins over this hint; this hint wins over a rule for texts. FailedAttempt = a failed attempt of unknown number: local days give the number.
       * @enum {string|null}
       */
      status_hint?:
        | 'InternalStatus'
        | 'Pending'
        | 'WarehousePrepared'
        | 'WarehouseDelay'
        | 'Packed'
        | 'Loaded'
        | 'OrderProcessed'
        | 'ReturnRegistered'
        | 'PickUpScheduled'
        | 'PickUpPlanned'
        | 'Upgrade'
        | 'InboundScan'
        | 'InterimHaul'
        | 'InTransit'
        | 'ExportHub'
        | 'ImportHub'
        | 'CustomsIn'
        | 'CustomsReleased'
        | 'Scheduled'
        | 'DestinationDeliveryCenter'
        | 'DestinationDeliveryDepot'
        | 'OutForDelivery'
        | 'Rerouted'
        | 'FailedAttemptFirst'
        | 'FailedAttemptSecond'
        | 'FailedAttemptFinal'
        | 'PickupReadyToday'
        | 'PickupReadyNextDay'
        | 'PartiallyDelivered'
        | 'Delivered'
        | 'Stored'
        | 'Return'
        | 'ReturnWarning'
        | 'Exception'
        | 'ReturnInProcess'
        | 'ReturnProcessed'
        | 'ReturnRefunded'
        | 'None'
        | 'Ignore'
        | 'Cancelled'
        | 'FailedAttempt'
        | null;
      /**
       * @description Why the parcel is delayed: exception_code of onDelay.
       * @enum {string|null}
       */
      exception_hint?:
        | 'Exception'
        | 'Damaged'
        | 'TimeIssue'
        | 'AddressIssue'
        | 'CustomerRefusal'
        | 'Return'
        | 'DeliveryPayment'
        | 'Customs'
        | 'IdentFailed'
        | 'Misrouted'
        | 'ItemMissing'
        | 'LackSpace'
        | 'Notified'
        | 'MissingUpdates'
        | null;
      /**
       * @description The carrier’s next step after a failed attempt: next_action of onFailedAttempt.
       * @enum {string|null}
       */
      next_action_hint?: 'NewAttemptToday' | 'NewAttemptNextDay' | 'PickUpReady' | null;
      /**
       * @description Why the parcel goes back, or that it is lost: return_reason of onReturn.
       * @enum {string|null}
       */
      return_reason_hint?:
        | 'Recall'
        | 'Lost'
        | 'Destroyed'
        | 'Seized'
        | 'CustomerRefusal'
        | 'NotCollected'
        | 'DeliveryPayment'
        | 'AddressIssue'
        | 'Customs'
        | 'Damaged'
        | 'Misrouted'
        | 'Exception'
        | 'FailedDelivery'
        | 'Unknown'
        | null;
      /** @description True = the parcel is in the carrier’s network with this scan, whatever its status: the first such scan gives onDispatch. */
      inbound_hint?: boolean | null;
      /** @description When the carrier plans to deliver. Absent = not stated, null = withdrawn. One day, one day with a window, or a range of days without times. A single time counts for both ends. No window over midnight, no end before its start. */
      eta?: {
        /**
         * Format: date
         * @description yyyy-MM-dd, local date of the recipient.
         */
        start_date: string;
        /**
         * Format: date
         * @description yyyy-MM-dd; absent = start_date.
         */
        end_date?: string | null;
        /** @description HH:mm or HH:mm:ss, local time of the recipient. */
        start_time?: string | null;
        /** @description HH:mm or HH:mm:ss, local time of the recipient. */
        end_time?: string | null;
      } | null;
      /**
       * @description Planned or actual place of hand-over. Where the parcel is or will be handed over. Any other text is read as Unknown.
       * @enum {string|null}
       */
      delivery_location?: 'Doorstep' | 'Postbox' | 'ParcelShop' | 'ParcelLocker' | 'Neighbor' | 'HomeDeposit' | 'Unknown' | null;
      /** @description Name of the recipient or neighbour, place of deposit: personal, never logged. Plain text. */
      delivery_information?: string | null;
      /** @description Where the parcel waits to be collected. Where the parcel waits to be collected. Each property is kept or dropped on its own. */
      pickup_location?: {
        /** @description Plain text on one line: name, street, zip code, city, country, separated by commas. HTML tags are removed. */
        address?: string | null;
        /** @description Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown. */
        opening_hours?: {
          /** @description HH:mm; `to` may be 24:00. */
          monday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          tuesday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          wednesday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          thursday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          friday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          saturday?: components['schemas']['OpeningSpan'][];
          /** @description HH:mm; `to` may be 24:00. */
          sunday?: components['schemas']['OpeningSpan'][];
        } | null;
        /** @description Degrees, WGS 84. */
        coordinates?: {
          lat: number;
          long: number;
        } | null;
      } | null;
      /** @description Page for rerouting. Absent = unchanged, "" = no longer available. http or https, a valid URI (RFC 3986). Characters that only lack percent-encoding are encoded. An empty text = there is no link. */
      reroute_link?: string | null;
      /** @description The carrier’s tracking page; used when the record has none. http or https, a valid URI (RFC 3986). Characters that only lack percent-encoding are encoded. An empty text = there is no link. */
      tracking_link?: string | null;
    };
    ScanList: {
      scans: components['schemas']['Scan'][];
    };
    Scans: components['schemas']['Scan'] | components['schemas']['ScanList'];
    SenderAddresses: {
      addresses: string[];
    };
    SessionOpener: {
      tokenId: number;
      /** @description The note of the link or token that opened the session; empty = no longer known. */
      note: string;
    };
    Sessions: {
      sessions: components['schemas']['ListedSession'][];
      /** @description Links that still work. */
      links: components['schemas']['ListedSessionLink'][];
    };
    ShownAuth:
      | components['schemas']['ShownAuthNone']
      | components['schemas']['ShownAuthBasic']
      | components['schemas']['ShownAuthHeaders']
      | components['schemas']['ShownAuthOAuth2'];
    ShownAuthBasic: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'basic';
      username: string;
    };
    ShownAuthHeaders: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'headers';
      headerNames: string[];
    };
    ShownAuthNone: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'none';
    };
    ShownAuthOAuth2: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'oauth2';
      tokenUrl: string;
      clientId: string;
      scope?: string;
    };
    Signing: {
      enabled: boolean;
      /** @description The secret that signs every webhook (Standard Webhooks), `whsec_…`. Only the answer to the request that created it shows it. */
      secret?: string;
      /**
       * Format: date-time
       * @description The time until which replaced secrets sign beside the newest secret; absent when no secret was replaced.
       */
      previousValidUntil?: string;
    };
    Statistics: {
      /** @enum {string} */
      interval: 'minute' | 'hour' | 'day';
      timeZone: string;
      /**
       * Format: date-time
       * @description The beginning of the first bucket.
       */
      from: string;
      /**
       * Format: date-time
       * @description The end of the last bucket.
       */
      to: string;
      /** @description The points in order. Without `groupBy`, one point for each bucket, with zeros if nothing happened. With `groupBy`, only groups with attempts or ended deliveries. */
      points: components['schemas']['StatisticsPoint'][];
    };
    StatisticsPoint: {
      /**
       * Format: date-time
       * @description The beginning of the bucket.
       */
      from: string;
      /**
       * Format: uuid
       * @description With `groupBy=receiver`.
       */
      receiverId?: string;
      /**
       * @description With `groupBy=event`.
       * @enum {string}
       */
      event?:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring';
      /**
       * @description With `groupBy=outcome`. null = cancelled deliveries.
       * @enum {string|null}
       */
      outcome?: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth' | null;
      /** @description With `groupBy=httpStatus`. null = no status came. */
      httpStatus?: number | null;
      /** @description The number of POSTs. */
      attempts: number;
      /** @description Deliveries that ended with a 2xx; a redelivery counts again. */
      delivered: number;
      /** @description Deliveries whose last attempt failed. */
      exhausted: number;
      /** @description Deliveries that waited too long behind an open circuit. */
      expired: number;
      /** @description Deliveries that were cancelled. */
      cancelled: number;
      /** @description The time from the creation of the event to its 2xx, within 5 %; redeliveries are left out. null = nothing was delivered. */
      latency: {
        p50Ms: number;
        p95Ms: number;
        p99Ms: number;
      } | null;
    };
    TargetTest: {
      /**
       * @description `refused` = the mail server refuses the address · `failed` = it did not take the mail.
       * @enum {string}
       */
      outcome: 'sent' | 'refused' | 'failed';
      /** @description `refused`: the words of the mail server · `failed`: what to do · null = the mail server took the mail. */
      detail: string | null;
    };
    TestReceiver: {
      /**
       * @description The name of the event to send.
       * @enum {string}
       */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn'
        | 'receiver.failing'
        | 'receiver.recovered'
        | 'receiver.disabled'
        | 'delivery.exhausted'
        | 'certificate.expiring';
    };
    Token: {
      /** @description The number of the token, for POST /tokens/revoke. */
      tokenId: number;
      note: string;
      /**
       * @description `read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description The time of the last use, accurate to about a minute; null = never used.
       */
      lastUsedAt: string | null;
    };
    TokenWarning: {
      /**
       * @description `no_generate_token` = the account no longer has a token of scope `generate`.
       * @constant
       */
      code: 'no_generate_token';
      detail: string;
    };
    Tokens: {
      tokens: components['schemas']['Token'][];
    };
    WebhookExpectedDate:
      | {
          /**
           * Format: date
           * @description yyyy-MM-dd, local date of the recipient.
           */
          startDate: string;
          /**
           * Format: date
           * @description yyyy-MM-dd, local date of the recipient.
           */
          endDate: string;
          /** @description HH:mm:ss, local time of the recipient. */
          startTime: string;
          /** @description HH:mm:ss, local time of the recipient. */
          endTime: string;
        }
      | {
          /**
           * Format: date
           * @description yyyy-MM-dd, local date of the recipient.
           */
          startDate: string;
          /**
           * Format: date
           * @description yyyy-MM-dd, local date of the recipient.
           */
          endDate: string;
        }
      | Record<string, never>
      | ('' | 'null');
    WebhookOpeningHours: {
      /** @description HH:mm; `to` may be 24:00. */
      monday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      tuesday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      wednesday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      thursday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      friday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      saturday?: components['schemas']['OpeningSpan'][];
      /** @description HH:mm; `to` may be 24:00. */
      sunday?: components['schemas']['OpeningSpan'][];
    };
    WebhookPayload: {
      /** @enum {string} */
      event:
        | 'onInternalDelay'
        | 'onCreated'
        | 'onUpdated'
        | 'onDispatch'
        | 'onScheduled'
        | 'onDelay'
        | 'onOutForDelivery'
        | 'onFailedAttempt'
        | 'onPickupReady'
        | 'onDelivered'
        | 'onReturn';
      /** Format: uuid */
      eventid: string;
      /**
       * Format: date-time
       * @description When the event happened.
       */
      timestamp: string;
      references: Record<string, never>;
      data: Record<string, never>;
      reporting: Record<string, never>;
    };
    WebhookReferences: {
      /** @description Carrier code. */
      courier: string;
      /** @description Tracking number. */
      tracking_number: string;
      /** @description Order number as the shopper knows it. */
      orderNo: string;
      /** @description Shop. */
      client: string;
      /** @description Warehouse. */
      warehouse: string;
      /** @description ISO 3166-1 alpha-3. */
      destination_country_iso3: string;
      /** @description ISO 639-1: language of the localized texts. */
      language: string;
    };
    WebhookReporting: {
      /** @description From the carrier’s inbound scan (onDispatch) to the first onFailedAttempt, onPickupReady or onDelivered. */
      lead_time_door_to_door: number;
      /** @description From the label confirmation to the first onFailedAttempt, onPickupReady or onDelivered. */
      lead_time_qualified_attempt: number;
      /** @description From the label confirmation to onDelivered. */
      lead_time_end_to_end: number;
    };
    /** @enum {string} */
    WebhookStatus:
      | 'InternalStatus'
      | 'Pending'
      | 'WarehousePrepared'
      | 'WarehouseDelay'
      | 'Packed'
      | 'Loaded'
      | 'OrderProcessed'
      | 'ReturnRegistered'
      | 'PickUpScheduled'
      | 'PickUpPlanned'
      | 'Upgrade'
      | 'InboundScan'
      | 'InterimHaul'
      | 'InTransit'
      | 'ExportHub'
      | 'ImportHub'
      | 'CustomsIn'
      | 'CustomsReleased'
      | 'Scheduled'
      | 'DestinationDeliveryCenter'
      | 'DestinationDeliveryDepot'
      | 'OutForDelivery'
      | 'Rerouted'
      | 'FailedAttemptFirst'
      | 'FailedAttemptSecond'
      | 'FailedAttemptFinal'
      | 'PickupReadyToday'
      | 'PickupReadyNextDay'
      | 'PartiallyDelivered'
      | 'Delivered'
      | 'Stored'
      | 'Return'
      | 'ReturnWarning'
      | 'Exception'
      | 'ReturnInProcess'
      | 'ReturnProcessed'
      | 'ReturnRefunded'
      | 'None'
      | 'Ignore'
      | 'Cancelled';
  };
  responses: {
    /** @description Authentication credentials were not provided. Incorrect authentication credentials. */
    Error401: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['Challenge'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description You do not have permission to perform this action. */
    Error403: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Method not allowed. */
    Error405: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Could not satisfy the request Accept header. */
    Error406: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request did not arrive completely in time. */
    Error408: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The cookie belongs to another session than `X-Session-Id` names. Nothing was done. The current state does not allow this request. */
    Error409: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request body is larger than 1 MiB. */
    Error413: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Unsupported media type in request. */
    Error415: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Request was throttled. */
    Error429: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request line and headers are too large. */
    Error431: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A server error occurred. */
    Error500: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The service is temporarily unavailable. Try again later. */
    Error503: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
    RequestId: string;
  };
  requestBodies: never;
  headers: {
    /** @description The id of this request, in every answer and every log line. */
    RequestId: string;
    /** @description The number of seconds after which to try again. */
    RetryAfter: number;
    /** @description The methods that this address accepts. */
    Allow: string;
    /** @description Credentials go into the headers `user` and `token`. */
    Challenge: 'Token';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listTokens: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tokens in the order of `tokenId`, without secrets. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tokens'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  generateToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GenerateToken'];
      };
    };
    responses: {
      /** @description The new token. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewToken'];
        };
      };
      /** @description Invalid value. Not a valid choice. JSON parse error: the body is not valid JSON. This field is required. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeToken'];
      };
    };
    responses: {
      /** @description The token is revoked. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RevokedToken'];
        };
      };
      /** @description Invalid value. This field is required. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 1000 sessions and 1000 links. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Sessions'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  openSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['OpenSession'];
      };
    };
    responses: {
      /** @description The session; its secret is in the cookie. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedSession'];
        };
      };
      /** @description Invalid value. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getCurrentSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CurrentSession'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  endCurrentSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  createSessionLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSessionLink'];
      };
    };
    responses: {
      /** @description The link; only this answer shows its code. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewSessionLink'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  inspectSessionLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InspectSessionLink'];
      };
    };
    responses: {
      /** @description The session that `POST /sessions` would open. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InspectedSessionLink'];
        };
      };
      /** @description Invalid value. This field is required. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  endSessionLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        linkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link has ended. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listReceivers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The receivers in the order of their creation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receivers'];
        };
      };
      /** @description Invalid value. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  createReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReceiver'];
      };
    };
    responses: {
      /** @description The receiver; only this answer shows its signing secret. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receiver'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The receiver. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiverDetail'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  deleteReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The receiver is deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  changeReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ChangeReceiver'];
      };
    };
    responses: {
      /** @description The receiver as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receiver'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  rotateSigning: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateSigning'];
      };
    };
    responses: {
      /** @description The receiver; only this answer shows its new secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receiver'];
        };
      };
      /** @description Invalid value. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  endSigningOverlap: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Only the newest secret signs. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  previewReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PreviewReceiver'];
      };
    };
    responses: {
      /** @description What the receiver would have got. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiverPreview'];
        };
      };
      /** @description Invalid value. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  testReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestReceiver'];
      };
    };
    responses: {
      /** @description The delivery with its attempt. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDetail'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  redeliverMany: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key is the same order: it is made only once, for as long as orders are kept. */
        'Idempotency-Key'?: string;
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Redeliver'];
      };
    };
    responses: {
      /** @description The answer with `dryRun`; nothing is ordered. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RedeliveryPreview'];
        };
      };
      /** @description Ordered. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listFilterValues: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The values by list. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FilterValues'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listConsignments: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The most entries on this page; 50 by default. */
        limit?: number;
        /** @description Only entries of parcels with this order number, as in their record. */
        orderNo?: string;
        /** @description Only entries of parcels of this client, as in their record; case matters. */
        client?: string;
        /** @description The `nextCursor` of the previous page. */
        cursor?: string;
        /** @description A whole tracking number of any courier, order number, `eventid`, `deliveryId` or `consignmentId`. Case does not matter; in numbers, white space and hyphens do not matter either. */
        q?: string;
        /** @description Only parcels of this courier. */
        courier?: string;
        /** @description Only parcels with this number, in every generation. White space and case do not matter. Needs `courier`. */
        trackingNumber?: string;
        /** @description Only parcels to this country: `destination_country_iso3` of the newest record. */
        destinationCountry?: string;
        /** @description Only parcels of this warehouse, as in the newest record. */
        warehouse?: string;
        /** @description Only parcels that have this status now. */
        status?:
          | 'InternalStatus'
          | 'Pending'
          | 'WarehousePrepared'
          | 'WarehouseDelay'
          | 'Packed'
          | 'Loaded'
          | 'OrderProcessed'
          | 'ReturnRegistered'
          | 'PickUpScheduled'
          | 'PickUpPlanned'
          | 'Upgrade'
          | 'InboundScan'
          | 'InterimHaul'
          | 'InTransit'
          | 'ExportHub'
          | 'ImportHub'
          | 'CustomsIn'
          | 'CustomsReleased'
          | 'Scheduled'
          | 'DestinationDeliveryCenter'
          | 'DestinationDeliveryDepot'
          | 'OutForDelivery'
          | 'Rerouted'
          | 'FailedAttemptFirst'
          | 'FailedAttemptSecond'
          | 'FailedAttemptFinal'
          | 'PickupReadyToday'
          | 'PickupReadyNextDay'
          | 'PartiallyDelivered'
          | 'Delivered'
          | 'Stored'
          | 'Return'
          | 'ReturnWarning'
          | 'Exception'
          | 'ReturnInProcess'
          | 'ReturnProcessed'
          | 'ReturnRefunded'
          | 'None'
          | 'Ignore'
          | 'Cancelled';
        /** @description Only parcels that have had an event with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn';
        /** @description Only parcels that have changed at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        updatedSince?: string;
        /** @description Only parcels with a delivery that is exhausted, expired, or pending after a failed attempt. */
        failing?: 'true';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConsignmentPage'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  putConsignment: {
    parameters: {
      query?: never;
      header?: {
        /** @description W3C trace context. It is passed on through the topics to the log line of each POST. A header in another format is ignored. */
        traceparent?: string;
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Record'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedRecord'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getConsignment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        courier: string;
        trackingNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The parcel that has the number now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Consignment'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  explainConsignment: {
    parameters: {
      query?: {
        /** @description The event that did not come, or that did. Absent = what is notable about the parcel. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn';
        /** @description Only this receiver. */
        receiverId?: string;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        courier: string;
        trackingNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The explanation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Explanation'];
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  postScans: {
    parameters: {
      query?: never;
      header?: {
        /** @description W3C trace context. It is passed on through the topics to the log line of each POST. A header in another format is ignored. */
        traceparent?: string;
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Scans'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedScans'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listEventTypes: {
    parameters: {
      query?: {
        /** @description The `format` of the receiver; `plain` by default. */
        format?: 'plain' | 'cloudevents';
        /** @description The language of the texts in the examples; `en` by default. */
        language?: 'cs' | 'da' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'no' | 'pl' | 'pt' | 'sv';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All event types; the example shows one of each kind. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventTypes'];
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The most entries on this page; 50 by default. */
        limit?: number;
        /** @description Only entries of parcels with this order number, as in their record. */
        orderNo?: string;
        /** @description Only entries of parcels of this client, as in their record; case matters. */
        client?: string;
        /** @description Only entries of the parcel of this courier; goes with `trackingNumber`. */
        courier?: string;
        /** @description Only entries of the parcel with this number; white space and case do not matter. Goes with `courier`. */
        trackingNumber?: string;
        /** @description The `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Walks forward: `0` = from the oldest event kept, `end` = from now on, an instant with offset, such as `2026-03-29T10:00:00Z` = the events stored since then (it begins about five minutes earlier, to miss none), else `nextAfter` of the previous answer. Not with `cursor`, `from` or `to`. */
        after?: string;
        /** @description Only events with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn';
        /** @description Only events of this consignment. */
        consignmentId?: string;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPage'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        eventid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDetail'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The most entries on this page; 50 by default. */
        limit?: number;
        /** @description The `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Only events of this type. */
        type?: 'receiver.failing' | 'receiver.recovered' | 'receiver.disabled' | 'delivery.exhausted' | 'certificate.expiring';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationPage'];
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listNotificationTargets: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The targets in the order of their creation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTargets'];
        };
      };
      /** @description Invalid value. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  createNotificationTarget: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTarget'];
      };
    };
    responses: {
      /** @description The target, unconfirmed. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTarget'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getNotificationTarget: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The target. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTarget'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  deleteNotificationTarget: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The target is deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  changeNotificationTarget: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ChangeTarget'];
      };
    };
    responses: {
      /** @description The target as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTarget'];
        };
      };
      /** @description Invalid value. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  requestConfirmation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The target, unconfirmed. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTarget'];
        };
      };
      /** @description JSON parse error: the body is not valid JSON. Invalid value. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  testNotificationTarget: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of the mail server. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TargetTest'];
        };
      };
      /** @description JSON parse error: the body is not valid JSON. Invalid value. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The most entries on this page; 50 by default. */
        limit?: number;
        /** @description Only entries of parcels with this order number, as in their record. */
        orderNo?: string;
        /** @description Only entries of parcels of this client, as in their record; case matters. */
        client?: string;
        /** @description Only entries of the parcel of this courier; goes with `trackingNumber`. */
        courier?: string;
        /** @description Only entries of the parcel with this number; white space and case do not matter. Goes with `courier`. */
        trackingNumber?: string;
        /** @description The `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Only deliveries to this receiver. */
        receiverId?: string;
        /** @description Only deliveries with this status. */
        status?: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
        /** @description Only deliveries of this event. */
        eventid?: string;
        /** @description Only deliveries of events with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn'
          | 'receiver.failing'
          | 'receiver.recovered'
          | 'receiver.disabled'
          | 'delivery.exhausted'
          | 'certificate.expiring';
        /** @description Only deliveries of this kind. */
        kind?: 'tracking' | 'operational';
        /** @description Only deliveries whose last attempt had this outcome. */
        outcome?: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
        /** @description Only deliveries whose last attempt was answered with this HTTP status. */
        httpStatus?: number;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryPage'];
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDetail'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  redeliverOne: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key is the same order: it is made only once, for as long as orders are kept. */
        'Idempotency-Key'?: string;
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ordered. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description JSON parse error: the body is not valid JSON. Invalid value. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      409: components['responses']['Error409'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getRedelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        redeliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  getStatistics: {
    parameters: {
      query?: {
        /** @description Only attempts to this receiver. */
        receiverId?: string;
        /** @description Only attempts for events with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn'
          | 'receiver.failing'
          | 'receiver.recovered'
          | 'receiver.disabled'
          | 'delivery.exhausted'
          | 'certificate.expiring';
        /** @description Only attempts with this outcome. Cancelled deliveries have none. */
        outcome?: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
        /** @description Only attempts that were answered with this status. */
        httpStatus?: number;
        /** @description Attempts from this instant on; it is rounded down to the beginning of its bucket. By default 24 hours before `to`. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Attempts before this instant; it is rounded up to the end of its bucket. By default now. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The length of a bucket; `hour` by default. Minutes are kept for 2 days, hours for 30 days, days for 400 days. */
        interval?: 'minute' | 'hour' | 'day';
        /** @description The IANA time zone in which hours and days begin; `UTC` by default. Days of zones other than UTC are kept for 30 days. */
        timeZone?: string;
        /** @description Groups the points of each bucket by this field. At most 1500 points. */
        groupBy?: 'receiver' | 'event' | 'outcome' | 'httpStatus';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The numbers. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statistics'];
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /** @description Only changes of this kind. */
        action?:
          | 'account.changed'
          | 'token.created'
          | 'token.revoked'
          | 'receiver.created'
          | 'receiver.changed'
          | 'receiver.disabled'
          | 'receiver.deleted'
          | 'receiver.signing_rotated'
          | 'receiver.signing_overlap_ended'
          | 'receiver.tested'
          | 'delivery.redelivery_requested'
          | 'receiver.redelivery_requested'
          | 'consignment.erased'
          | 'target.created'
          | 'target.changed'
          | 'target.confirmation_requested'
          | 'target.confirmed'
          | 'target.unsubscribed'
          | 'target.undeliverable'
          | 'target.tested'
          | 'target.deleted'
          | 'session.opened'
          | 'session.ended'
          | 'session.link_created'
          | 'session.link_ended';
        /** @description Only changes of this tokenId, receiverId, deliveryId, consignmentId, sessionId or linkId. */
        subjectId?: string;
        /** @description Only changes at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Only changes before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The most entries on a page; 50 by default. */
        limit?: number;
        /** @description The `nextCursor` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditPage'];
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  exportDeliveries: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description Only entries of parcels with this order number, as in their record. */
        orderNo?: string;
        /** @description Only entries of parcels of this client, as in their record; case matters. */
        client?: string;
        /** @description Only entries of the parcel of this courier; goes with `trackingNumber`. */
        courier?: string;
        /** @description Only entries of the parcel with this number; white space and case do not matter. Goes with `courier`. */
        trackingNumber?: string;
        /** @description Only deliveries to this receiver. */
        receiverId?: string;
        /** @description Only deliveries with this status. */
        status?: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
        /** @description Only deliveries of this event. */
        eventid?: string;
        /** @description Only deliveries of events with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn'
          | 'receiver.failing'
          | 'receiver.recovered'
          | 'receiver.disabled'
          | 'delivery.exhausted'
          | 'certificate.expiring';
        /** @description Only deliveries of this kind. */
        kind?: 'tracking' | 'operational';
        /** @description Only deliveries whose last attempt had this outcome. */
        outcome?: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
        /** @description Only deliveries whose last attempt was answered with this HTTP status. */
        httpStatus?: number;
        /** @description The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are. */
        for?: 'spreadsheet';
        /** @description The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`. */
        separator?: 'comma' | 'semicolon';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  exportConsignments: {
    parameters: {
      query?: {
        /** @description Created at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Created before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description Only entries of parcels with this order number, as in their record. */
        orderNo?: string;
        /** @description Only entries of parcels of this client, as in their record; case matters. */
        client?: string;
        /** @description A whole tracking number of any courier, order number, `eventid`, `deliveryId` or `consignmentId`. Case does not matter; in numbers, white space and hyphens do not matter either. */
        q?: string;
        /** @description Only parcels of this courier. */
        courier?: string;
        /** @description Only parcels with this number, in every generation. White space and case do not matter. Needs `courier`. */
        trackingNumber?: string;
        /** @description Only parcels to this country: `destination_country_iso3` of the newest record. */
        destinationCountry?: string;
        /** @description Only parcels of this warehouse, as in the newest record. */
        warehouse?: string;
        /** @description Only parcels that have this status now. */
        status?:
          | 'InternalStatus'
          | 'Pending'
          | 'WarehousePrepared'
          | 'WarehouseDelay'
          | 'Packed'
          | 'Loaded'
          | 'OrderProcessed'
          | 'ReturnRegistered'
          | 'PickUpScheduled'
          | 'PickUpPlanned'
          | 'Upgrade'
          | 'InboundScan'
          | 'InterimHaul'
          | 'InTransit'
          | 'ExportHub'
          | 'ImportHub'
          | 'CustomsIn'
          | 'CustomsReleased'
          | 'Scheduled'
          | 'DestinationDeliveryCenter'
          | 'DestinationDeliveryDepot'
          | 'OutForDelivery'
          | 'Rerouted'
          | 'FailedAttemptFirst'
          | 'FailedAttemptSecond'
          | 'FailedAttemptFinal'
          | 'PickupReadyToday'
          | 'PickupReadyNextDay'
          | 'PartiallyDelivered'
          | 'Delivered'
          | 'Stored'
          | 'Return'
          | 'ReturnWarning'
          | 'Exception'
          | 'ReturnInProcess'
          | 'ReturnProcessed'
          | 'ReturnRefunded'
          | 'None'
          | 'Ignore'
          | 'Cancelled';
        /** @description Only parcels that have had an event with this name. */
        event?:
          | 'onInternalDelay'
          | 'onCreated'
          | 'onUpdated'
          | 'onDispatch'
          | 'onScheduled'
          | 'onDelay'
          | 'onOutForDelivery'
          | 'onFailedAttempt'
          | 'onPickupReady'
          | 'onDelivered'
          | 'onReturn';
        /** @description Only parcels that have changed at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        updatedSince?: string;
        /** @description Only parcels with a delivery that is exhausted, expired, or pending after a failed attempt. */
        failing?: 'true';
        /** @description The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are. */
        for?: 'spreadsheet';
        /** @description The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`. */
        separator?: 'comma' | 'semicolon';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Invalid value. This field is required. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  exportReceivers: {
    parameters: {
      query?: {
        /** @description The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are. */
        for?: 'spreadsheet';
        /** @description The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`. */
        separator?: 'comma' | 'semicolon';
        /** @description Only receivers whose name, URL, state or id contains this text; case does not matter. The label of a state in the console is found, too: `Not answering`, `Switched off`. */
        q?: string;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  exportRedeliveries: {
    parameters: {
      query?: {
        /** @description The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are. */
        for?: 'spreadsheet';
        /** @description The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`. */
        separator?: 'comma' | 'semicolon';
        /** @description Only orders for this receiver. */
        receiverId?: string;
        /** @description Ordered at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Ordered before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  exportAuditLog: {
    parameters: {
      query?: {
        /** @description Only changes of this kind. */
        action?:
          | 'account.changed'
          | 'token.created'
          | 'token.revoked'
          | 'receiver.created'
          | 'receiver.changed'
          | 'receiver.disabled'
          | 'receiver.deleted'
          | 'receiver.signing_rotated'
          | 'receiver.signing_overlap_ended'
          | 'receiver.tested'
          | 'delivery.redelivery_requested'
          | 'receiver.redelivery_requested'
          | 'consignment.erased'
          | 'target.created'
          | 'target.changed'
          | 'target.confirmation_requested'
          | 'target.confirmed'
          | 'target.unsubscribed'
          | 'target.undeliverable'
          | 'target.tested'
          | 'target.deleted'
          | 'session.opened'
          | 'session.ended'
          | 'session.link_created'
          | 'session.link_ended';
        /** @description Only changes of this tokenId, receiverId, deliveryId, consignmentId, sessionId or linkId. */
        subjectId?: string;
        /** @description Only changes at or after this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        from?: string;
        /** @description Only changes before this instant. RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second. */
        to?: string;
        /** @description The reader of the file. `spreadsheet` = a text of twelve or more digits, or of digits with a leading zero, gets an apostrophe in front, so that no digit is lost. Absent = numbers stay as they are. */
        for?: 'spreadsheet';
        /** @description The separator of the cells; `comma` by default. A spreadsheet in a language that writes 1,5 splits only at `semicolon`. */
        separator?: 'comma' | 'semicolon';
      };
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      409: components['responses']['Error409'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
      503: components['responses']['Error503'];
    };
  };
  listSenderAddresses: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The IPv4 addresses for your firewall; empty when the operator has fixed none. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SenderAddresses'];
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description HTML. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/html; charset=utf-8': string;
        };
      };
      405: components['responses']['Error405'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  onInternalDelay: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnInternalDelayWebhook'] | components['schemas']['OnInternalDelayCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCreated: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnCreatedWebhook'] | components['schemas']['OnCreatedCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onUpdated: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnUpdatedWebhook'] | components['schemas']['OnUpdatedCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDispatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnDispatchWebhook'] | components['schemas']['OnDispatchCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onScheduled: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnScheduledWebhook'] | components['schemas']['OnScheduledCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDelay: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnDelayWebhook'] | components['schemas']['OnDelayCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOutForDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnOutForDeliveryWebhook'] | components['schemas']['OnOutForDeliveryCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onFailedAttempt: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnFailedAttemptWebhook'] | components['schemas']['OnFailedAttemptCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPickupReady: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnPickupReadyWebhook'] | components['schemas']['OnPickupReadyCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDelivered: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnDeliveredWebhook'] | components['schemas']['OnDeliveredCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onReturn: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OnReturnWebhook'] | components['schemas']['OnReturnCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onReceiverFailing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReceiverFailingWebhook'] | components['schemas']['ReceiverFailingCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onReceiverRecovered: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReceiverRecoveredWebhook'] | components['schemas']['ReceiverRecoveredCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onReceiverDisabled: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReceiverDisabledWebhook'] | components['schemas']['ReceiverDisabledCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDeliveryExhausted: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeliveryExhaustedWebhook'] | components['schemas']['DeliveryExhaustedCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCertificateExpiring: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver. */
        'webhook-id'?: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        'webhook-timestamp'?: string;
        /** @description Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CertificateExpiringWebhook'] | components['schemas']['CertificateExpiringCloudEvent'];
      };
    };
    responses: {
      /** @description Accepted. The delivery ends as `delivered`. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
