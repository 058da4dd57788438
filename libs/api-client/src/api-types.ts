// Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from docs/openapi.json.
export interface paths {
  '/tokens/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The active tokens of the account */
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
     * Make a token
     * @description It can authenticate at once. The secret is shown this once; only its hash is kept.
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
     * @description In force with the next request. Revoking again is fine; a token may revoke itself.
     */
    post: operations['revokeToken'];
    delete?: never;
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
    /** The receivers of the account */
    get: operations['listReceivers'];
    put?: never;
    /**
     * Create a receiver
     * @description Unknown fields are refused by name.
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
    /** One receiver */
    get: operations['findReceiver'];
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
     * @description What is left out stays; `auth` is replaced as a whole. In force for attempts that begin a second later, also for deliveries that are being retried.
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
     * @description Until the overlap ends webhooks carry a signature of the old secret as well; an answer that was lost can be asked for again.
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
    /** Stop signing with replaced secrets */
    delete: operations['endSigningOverlap'];
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
     * @description Pages are stable: what is inserted meanwhile neither moves nor doubles a row. Unknown parameters are refused by name.
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
    /** One delivery with every POST made for it */
    get: operations['findDelivery'];
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
    /** Who changed what, newest first */
    get: operations['listAuditLog'];
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
    /** Where webhooks come from */
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
    /** This document */
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
    /** This document as a page */
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
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Attempt: {
      round: number;
      /** @description Numbered from 1; the last is 16. */
      attempt: number;
      /**
       * @description `accepted` alone is a success; the others say what failed.
       * @enum {string}
       */
      outcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth';
      /** @description null = no answer came. */
      httpStatus: number | null;
      /** @description What went wrong, in words. */
      detail: string | null;
      /** @description The first 4 KiB of the body the receiver answered with. */
      answer: string | null;
      /** @description The address the POST came from. */
      senderAddress: string | null;
      /** Format: date-time */
      attemptedAt: string;
      durationMs: number;
      /**
       * Format: date-time
       * @description null = this was the last one.
       */
      nextAttemptAt: string | null;
    };
    AuditEntry: {
      auditId: number;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      action:
        | 'token.created'
        | 'token.revoked'
        | 'receiver.created'
        | 'receiver.changed'
        | 'receiver.deleted'
        | 'receiver.signingRotated'
        | 'receiver.signingOverlapEnded'
        | 'receiver.tested'
        | 'delivery.redeliveryRequested'
        | 'receiver.redeliveryRequested';
      /** @description tokenId, receiverId or deliveryId: the action tells which. */
      subjectId: string;
      /** @description A token and the `X-Request-Id` of its request, or the command of an operator. */
      by:
        | {
            tokenId: number;
            requestId: string;
          }
        | {
            command: string;
          };
      /** @description What the change replaced; null = nothing. */
      before: Record<string, never> | null;
      /** @description What stands now; null = nothing. */
      after: Record<string, never> | null;
    };
    AuditPage: {
      entries: components['schemas']['AuditEntry'][];
      /** @description For the parameter `cursor` of the next page; null = this was the last one. */
      nextCursor: string | null;
    };
    ChangeReceiver: {
      /** @description false = paused: nothing new is sent to it. */
      enabled?: boolean;
      /** @description The events it hears; empty = all. */
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
      )[];
      /** @description Of these shops (`references.client`) alone; empty = all. */
      clients?: string[];
      /**
       * @description The plain payload, or the same in a CloudEvent 1.0.
       * @enum {string}
       */
      format?: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters?: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /** @description How the service proves itself to the receiver; replaced as a whole. Secrets never come out again. */
      auth?:
        | {
            /** @constant */
            type: 'none';
          }
        | {
            /** @constant */
            type: 'basic';
            username: string;
            password: string;
          }
        | {
            /** @constant */
            type: 'headers';
            headers: {
              [key: string]: string;
            };
          }
        | {
            /** @constant */
            type: 'oauth2';
            tokenUrl: string;
            clientId: string;
            clientSecret: string;
            scope?: string;
          };
      /** @description Standard Webhooks signatures, on unless told. The secret is shown in the answer that makes it. */
      signing?: {
        enabled?: boolean;
      };
      /**
       * @description How `expected_delivery_date_raw` says that no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm?: 'object' | 'empty' | 'null_text';
      /** @description Within so many milliseconds the whole answer must have come. */
      timeoutMs?: number;
      /** @description Where the webhooks go: https, no user name or password in it, a public address. */
      url?: string;
    };
    CreateReceiver: {
      /** @description false = paused: nothing new is sent to it. */
      enabled?: boolean;
      /** @description The events it hears; empty = all. */
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
      )[];
      /** @description Of these shops (`references.client`) alone; empty = all. */
      clients?: string[];
      /**
       * @description The plain payload, or the same in a CloudEvent 1.0.
       * @enum {string}
       */
      format?: 'plain' | 'cloudevents';
      /** @description Keys of `references` to mirror in the query of the URL. */
      queryParameters?: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /** @description How the service proves itself to the receiver; replaced as a whole. Secrets never come out again. */
      auth?:
        | {
            /** @constant */
            type: 'none';
          }
        | {
            /** @constant */
            type: 'basic';
            username: string;
            password: string;
          }
        | {
            /** @constant */
            type: 'headers';
            headers: {
              [key: string]: string;
            };
          }
        | {
            /** @constant */
            type: 'oauth2';
            tokenUrl: string;
            clientId: string;
            clientSecret: string;
            scope?: string;
          };
      /** @description Standard Webhooks signatures, on unless told. The secret is shown in the answer that makes it. */
      signing?: {
        enabled?: boolean;
      };
      /**
       * @description How `expected_delivery_date_raw` says that no date is known: `{}`, `""` or `"null"`.
       * @enum {string}
       */
      etaUnknownForm?: 'object' | 'empty' | 'null_text';
      /** @description Within so many milliseconds the whole answer must have come. */
      timeoutMs?: number;
      /** @description Where the webhooks go: https, no user name or password in it, a public address. */
      url: string;
    };
    Delivery: {
      /** Format: uuid */
      deliveryId: string;
      /**
       * Format: uuid
       * @description Of the event, as the receiver gets it.
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
        | 'onReturn';
      /** Format: uuid */
      receiverId: string;
      /** Format: uuid */
      consignmentId: string;
      /**
       * @description `pending` = an attempt is to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = waited too long behind an open circuit · `cancelled` = the receiver is gone.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
      /** @description 1 = as decided, 2 and more = sent again on request. */
      round: number;
      /** @description POSTs made in this round. */
      attempts: number;
      /**
       * Format: date-time
       * @description null = none is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description How the last attempt ended; null = none was made.
       * @enum {string|null}
       */
      lastOutcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth' | null;
      /** @description What the receiver answered last; null = no answer. */
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
       * @description Of the event, as the receiver gets it.
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
        | 'onReturn';
      /** Format: uuid */
      receiverId: string;
      /** Format: uuid */
      consignmentId: string;
      /**
       * @description `pending` = an attempt is to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = waited too long behind an open circuit · `cancelled` = the receiver is gone.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
      /** @description 1 = as decided, 2 and more = sent again on request. */
      round: number;
      /** @description Every POST made, in order. */
      attempts: components['schemas']['Attempt'][];
      /**
       * Format: date-time
       * @description null = none is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description How the last attempt ended; null = none was made.
       * @enum {string|null}
       */
      lastOutcome: 'accepted' | 'http_status' | 'timeout' | 'dns' | 'connection' | 'tls' | 'proxy' | 'guard' | 'auth' | null;
      /** @description What the receiver answered last; null = no answer. */
      lastHttpStatus: number | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    DeliveryPage: {
      deliveries: components['schemas']['Delivery'][];
      /** @description For the parameter `cursor` of the next page; null = this was the last one. */
      nextCursor: string | null;
    };
    GenerateToken: {
      /** @description What the token is for, in your words. */
      note?: string;
      /**
       * @description `read` looks, `write` changes, `generate` manages tokens; each includes the ones before.
       * @enum {string}
       */
      scope?: 'read' | 'write' | 'generate';
      /** @description The same as `scope`, as a list with one element; if both are sent they must agree. */
      scopes?: ('read' | 'write' | 'generate')[];
    } & (
      | (
          | {
              /** @constant */
              scope?: 'read';
              /** @constant */
              scopes?: ['read'];
            }
          | unknown
          | unknown
        )
      | (
          | {
              /** @constant */
              scope?: 'write';
              /** @constant */
              scopes?: ['write'];
            }
          | unknown
          | unknown
        )
      | (
          | {
              /** @constant */
              scope?: 'generate';
              /** @constant */
              scopes?: ['generate'];
            }
          | unknown
          | unknown
        )
    );
    NewToken: {
      /** @description Names the token to POST /tokens/revoke. */
      tokenId: number;
      /** @description The secret, shown this once. */
      token: string;
      note: string;
      /**
       * @description `read` looks, `write` changes, `generate` manages tokens; each includes the ones before.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** Format: date-time */
      createdAt: string;
    };
    Receiver: {
      /** Format: uuid */
      receiverId: string;
      url: string;
      /** @description false = paused. */
      enabled: boolean;
      /** @description Empty = all. */
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
      )[];
      /** @description Empty = all. */
      clients: string[];
      /** @enum {string} */
      format: 'plain' | 'cloudevents';
      queryParameters: ('courier' | 'tracking_number' | 'orderNo' | 'client' | 'warehouse' | 'destination_country_iso3' | 'language')[];
      /** @description What of it is no secret. */
      auth:
        | {
            /** @constant */
            type: 'none';
          }
        | {
            /** @constant */
            type: 'basic';
            username: string;
          }
        | {
            /** @constant */
            type: 'headers';
            headerNames: string[];
          }
        | {
            /** @constant */
            type: 'oauth2';
            tokenUrl: string;
            clientId: string;
            scope?: string;
          };
      signing: {
        enabled: boolean;
        /** @description `whsec_…`, only in the answer that has made it: every webhook is signed with it (Standard Webhooks). */
        secret?: string;
        /**
         * Format: date-time
         * @description Until when replaced secrets sign beside the newest one; absent when none was replaced.
         */
        previousValidUntil?: string;
      };
      /** @enum {string} */
      etaUnknownForm: 'object' | 'empty' | 'null_text';
      timeoutMs: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    Receivers: {
      receivers: components['schemas']['Receiver'][];
    };
    RevokeToken: {
      /** @description As GET /tokens/list shows it. */
      tokenId: number;
    };
    RevokedToken: {
      /** @description Names the token to POST /tokens/revoke. */
      tokenId: number;
      /** @constant */
      revoked: true;
    };
    RotateSigning: {
      /** @description How long the replaced secret goes on signing, in milliseconds; 0 = not at all. */
      overlapMs?: number;
    };
    SenderAddresses: {
      addresses: string[];
    };
    Token: {
      /** @description Names the token to POST /tokens/revoke. */
      tokenId: number;
      note: string;
      /**
       * @description `read` looks, `write` changes, `generate` manages tokens; each includes the ones before.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'generate';
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description To the minute or so; null = never.
       */
      lastUsedAt: string | null;
    };
    Tokens: {
      tokens: components['schemas']['Token'][];
    };
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
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'not_authenticated' | 'authentication_failed';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description You do not have permission to perform this action. */
    Error403: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'permission_denied';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
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
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'method_not_allowed';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description Could not satisfy the request Accept header. */
    Error406: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'not_acceptable';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description The request did not arrive completely in time. */
    Error408: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'request_timeout';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description The request body is larger than 1 MiB. */
    Error413: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'request_too_large';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description Unsupported media type in request. */
    Error415: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'not_acceptable';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
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
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'throttled';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description The request line and headers are too large. */
    Error431: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'client_error';
          errors: {
            /** @enum {string} */
            code: 'request_headers_too_large';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
    /** @description A server error occurred. */
    Error500: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          type: 'server_error';
          errors: {
            /** @enum {string} */
            code: 'error';
            /** @description For people; its wording may change. */
            detail: string;
            /** @description The field at fault, with dots for what lies inside; null when no field is. */
            attr: string | null;
          }[];
        };
      };
    };
  };
  parameters: {
    /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
    RequestId: string;
  };
  requestBodies: never;
  headers: {
    /** @description The id of this request, in every answer and every log line. */
    RequestId: string;
    /** @description In how many seconds the token may make its next request. */
    RetryAfter: number;
    /** @description The methods this address takes. */
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
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By tokenId; never a secret. */
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
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  generateToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
      /** @description Invalid value. This field is required. Not a valid choice. JSON parse error: the body is not valid JSON. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'required' | 'invalid_choice' | 'parse_error';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
      /** @description It is revoked. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'required' | 'parse_error';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  listReceivers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In order of their creation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receivers'];
        };
      };
      401: components['responses']['Error401'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  createReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
      /** @description The receiver, this once with its signing secret. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'required' | 'invalid_choice' | 'parse_error';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  findReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
          'application/json': components['schemas']['Receiver'];
        };
      };
      401: components['responses']['Error401'];
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  deleteReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  changeReceiver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody: {
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'required' | 'invalid_choice' | 'parse_error';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  rotateSigning: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateSigning'];
      };
    };
    responses: {
      /** @description The receiver, this once with its new secret. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'parse_error';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      408: components['responses']['Error408'];
      413: components['responses']['Error413'];
      415: components['responses']['Error415'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  endSigningOverlap: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        receiverId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest secret alone signs. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description Only those of this receiver. */
        receiverId?: string;
        /** @description Only those that stand so. */
        status?: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';
        /** @description Only those of this event. */
        eventid?: string;
        /** @description Created at or after this instant. */
        from?: string;
        /** @description Created before this instant. */
        to?: string;
        /** @description How many at most on this page; 50 unless told. */
        limit?: number;
        /** @description `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
      /** @description Invalid value. Not a valid choice. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'invalid_choice';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      401: components['responses']['Error401'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  findDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
      /** @description Not found. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'not_found';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /** @description Only changes of this kind. */
        action?:
          | 'token.created'
          | 'token.revoked'
          | 'receiver.created'
          | 'receiver.changed'
          | 'receiver.deleted'
          | 'receiver.signingRotated'
          | 'receiver.signingOverlapEnded'
          | 'receiver.tested'
          | 'delivery.redeliveryRequested'
          | 'receiver.redeliveryRequested';
        /** @description Only changes of this tokenId, receiverId or deliveryId. */
        subjectId?: string;
        /** @description At or after this instant. */
        from?: string;
        /** @description Before this instant. */
        to?: string;
        /** @description How many at most on this page; 50 unless told. */
        limit?: number;
        /** @description `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
          'application/json': {
            /** @constant */
            type: 'client_error';
            errors: {
              /** @enum {string} */
              code: 'invalid' | 'invalid_choice';
              /** @description For people; its wording may change. */
              detail: string;
              /** @description The field at fault, with dots for what lies inside; null when no field is. */
              attr: string | null;
            }[];
          };
        };
      };
      401: components['responses']['Error401'];
      403: components['responses']['Error403'];
      405: components['responses']['Error405'];
      406: components['responses']['Error406'];
      429: components['responses']['Error429'];
      431: components['responses']['Error431'];
      500: components['responses']['Error500'];
    };
  };
  listSenderAddresses: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
        /** @description Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours. */
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
}
