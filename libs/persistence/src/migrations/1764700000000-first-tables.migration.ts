import type { MigrationInterface, QueryRunner } from 'typeorm';

// All tables, grouped by the program that writes them. The entities explain each column.
//
// scan, event, delivery and delivery_attempt are partitioned by insertion time, so that retention drops whole partitions. Their unique keys
// must contain created_at, so messages carry created_at (docs/decisions/0003). `migrate` and the apps create the partitions of each week.

/** Written by `migrate`, and secrets_check by the first program that opens or seals a secret. */
const COMMON = `
  -- A program whose newest migration is older than the floor cannot work on these tables (CONTRIBUTING.md: expand, then contract). Migrations
  -- that remove something raise the floor.
  CREATE TABLE schema_floor (floor bigint NOT NULL);
  INSERT INTO schema_floor (floor) VALUES (0);

  -- Shows whether a SECRETS_KEY is right. A key that opens one of retired, but not sealed, was rotated away, whatever else it opens.
  CREATE TABLE secrets_check (
    id smallint PRIMARY KEY CHECK (id = 1),
    sealed text NOT NULL,
    retired text[] NOT NULL DEFAULT '{}'
  );

  -- After a restore, the server may give transaction numbers again: migrate compares the cluster and raises the offset, so that positions of
  -- events only grow (event-position.repository.ts).
  CREATE TABLE event_position (
    id smallint PRIMARY KEY CHECK (id = 1),
    tx_offset bigint NOT NULL,
    cluster text NOT NULL
  );
  INSERT INTO event_position (id, tx_offset, cluster) VALUES (1, 0, '');
`;

/** A frozen copy of the function in number-hash.ts. */
const searchForm = (column: string): string =>
  String.raw`left(upper(regexp_replace(${column}, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u00ad\u2010-\u2015-]', '', 'g')), 256)`;
const numberHash = (column: string, seed = '0'): string => `hashtextextended(${searchForm(column)}, ${seed})`;

const EVENT_BUILDER = `
  -- Wide columns come first, so that alignment wastes no bytes; the same in event, delivery and delivery_attempt. state: packed-text.ts.
  -- The id is derived from courier, tracking number, account and generation, so the primary key alone keeps them unique.
  CREATE TABLE consignment (
    consignment_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    generation integer NOT NULL,
    is_current boolean NOT NULL DEFAULT true,
    courier text NOT NULL,
    tracking_number text NOT NULL,
    order_no text NOT NULL,
    client text NOT NULL,
    status text NOT NULL,
    state bytea NOT NULL
  );
  ALTER TABLE consignment ALTER state SET STORAGE EXTERNAL;
  -- Few consignments are opened at the same moment, so lists by created_at need no id in their indexes. The list of changed consignments needs
  -- the id, because it looks up the events and deliveries of each row.
  CREATE INDEX consignment_changed ON consignment (account_id, updated_at, consignment_id);
  CREATE INDEX consignment_of_account ON consignment (account_id, created_at);
  -- A client may be longer than an index entry can be.
  CREATE INDEX consignment_of_client ON consignment (account_id, left(client, 256), created_at);
  CREATE INDEX consignment_of_courier ON consignment (account_id, courier, created_at);
  CREATE INDEX consignment_of_status ON consignment (account_id, status, created_at);
  -- Numbers are indexed as hashes of eight bytes; a query compares the number, too. The index on tracking numbers spans all accounts, because
  -- event-builder needs them all.
  CREATE INDEX consignment_of_number ON consignment (${numberHash('tracking_number')});
  CREATE INDEX consignment_of_order ON consignment (${numberHash('order_no', 'account_id')});

  -- A consignment that retention removes leaves its generation behind. Otherwise a reused number would give the old event ids again
  -- (docs/decisions/0008).
  CREATE TABLE past_generation (
    courier text NOT NULL,
    tracking_number text NOT NULL,
    account_id bigint NOT NULL,
    generation integer NOT NULL,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (courier, tracking_number, account_id)
  );
  CREATE INDEX past_generation_age ON past_generation (ended_at);

  -- json, not jsonb: a scan keeps its bytes.
  CREATE TABLE scan (
    courier text NOT NULL,
    tracking_number text NOT NULL,
    scan_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    scan json NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (courier, tracking_number, scan_id, created_at)
  ) PARTITION BY RANGE (created_at);

  -- Finds the newest waiting scans without reading their JSON, separately for carriers and for each account. A record that opens the consignment
  -- gets its thousand scans quickly, however many wait. The id of a scan shows its account (docs/decisions/0009).
  CREATE TABLE orphan_scan (
    courier text NOT NULL,
    tracking_number text NOT NULL,
    scan_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    scan json NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (courier, tracking_number, scan_id)
  );
  CREATE INDEX orphan_scan_age ON orphan_scan (created_at);
  CREATE INDEX orphan_scan_newest
    ON orphan_scan (courier, tracking_number, coalesce(substring(scan_id FROM '^account:[0-9]+:'), ''), created_at);

  CREATE TABLE internal_delay_due (
    consignment_id uuid PRIMARY KEY,
    courier text NOT NULL,
    tracking_number text NOT NULL,
    send_date text NOT NULL,
    due_at timestamptz NOT NULL,
    state text NOT NULL CHECK (state IN ('armed', 'fired', 'disarmed'))
  );
  CREATE INDEX internal_delay_due_armed ON internal_delay_due (due_at) WHERE state = 'armed';

  -- The storing order: by transaction, then by number within the transaction. A reader stops before the oldest open transaction, so that no row
  -- appears later behind the reader's position. created_at is the time of the cause. The sequence has no owner, because partitions share it.
  CREATE SEQUENCE event_stored_no;
  CREATE TABLE event (
    eventid uuid NOT NULL,
    consignment_id uuid NOT NULL,
    account_id bigint NOT NULL,
    happened_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    stored_tx bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint + 0),
    stored_no bigint NOT NULL DEFAULT nextval('event_stored_no'),
    stored_at timestamptz NOT NULL DEFAULT now(),
    order_crc integer NOT NULL,
    event text NOT NULL,
    client text NOT NULL,
    payload bytea NOT NULL,
    PRIMARY KEY (eventid, created_at)
  ) PARTITION BY RANGE (created_at);
  ALTER TABLE event ALTER payload SET STORAGE EXTERNAL;
  CREATE INDEX event_of_consignment ON event (consignment_id);
  CREATE INDEX event_of_account ON event (account_id, created_at, eventid);
  CREATE INDEX event_of_account_event ON event (account_id, event, created_at, eventid);
  -- For GET /events?after=.
  CREATE INDEX event_of_account_stored ON event (account_id, stored_tx, stored_no);

  CREATE TABLE unmapped_code (
    courier text NOT NULL,
    code text NOT NULL,
    sub_code text NOT NULL,
    sample_text text NOT NULL,
    count bigint NOT NULL,
    last_seen timestamptz NOT NULL,
    PRIMARY KEY (courier, code, sub_code)
  );

  -- Texts without a code, grouped by pattern. In unmapped_code, one row would hold all texts of a courier.
  CREATE TABLE unmapped_text (
    courier text NOT NULL,
    pattern text NOT NULL,
    sample_text text NOT NULL,
    count bigint NOT NULL,
    last_seen timestamptz NOT NULL,
    PRIMARY KEY (courier, pattern)
  );

  -- Offsets start again in a new Kafka cluster, so the time of the message is part of the key.
  CREATE TABLE dead_letter (
    topic text NOT NULL,
    partition integer NOT NULL,
    message_offset bigint NOT NULL,
    message_at timestamptz NOT NULL,
    courier text NOT NULL,
    tracking_number text NOT NULL,
    account_id bigint,
    message_id text,
    reason text NOT NULL,
    detail text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (topic, partition, message_offset, message_at)
  );
  CREATE INDEX dead_letter_of_parcel ON dead_letter (courier, tracking_number, created_at);
  CREATE INDEX dead_letter_age ON dead_letter (created_at);

  -- Ids of erased parcels: later messages about them, from a topic or a retailer, are ignored (docs/personal-data.md).
  CREATE TABLE erased_parcel (
    parcel_id uuid NOT NULL,
    account_id bigint NOT NULL,
    generation integer NOT NULL,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (parcel_id, account_id)
  );
  CREATE INDEX erased_parcel_age ON erased_parcel (erased_at);

  CREATE TABLE erased_consignment (
    consignment_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    erased_at timestamptz NOT NULL
  );
  CREATE INDEX erased_consignment_age ON erased_consignment (erased_at);
`;

/** Most deliveries are accepted at the first attempt, and need no index entry. */
const FAILING = `status IN ('exhausted', 'expired') OR (status = 'pending' AND attempts > 0)`;
/** The column follows the order of the rows, so an index of a few hundred kilobytes finds the attempts of a minute. */
const brin = (column: string): string => `USING brin (${column}) WITH (pages_per_range = 16, autosummarize = on)`;

const WEBHOOK_SENDER = `
  -- token-api writes it too: tests, redeliveries, operational events. Lists ask for failures, so their indexes leave out delivered rows.
  CREATE TABLE delivery (
    delivery_id uuid NOT NULL,
    receiver_id uuid NOT NULL,
    consignment_id uuid NOT NULL,
    eventid uuid NOT NULL,
    account_id bigint NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    next_attempt_at timestamptz,
    round smallint NOT NULL DEFAULT 1,
    attempts smallint NOT NULL DEFAULT 0,
    last_http_status smallint,
    is_test boolean NOT NULL DEFAULT false,
    event text NOT NULL,
    kind text NOT NULL DEFAULT 'tracking',
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'exhausted', 'expired', 'cancelled')),
    last_outcome text,
    PRIMARY KEY (delivery_id, created_at)
  ) PARTITION BY RANGE (created_at);
  CREATE INDEX delivery_of_event ON delivery (eventid);
  CREATE INDEX delivery_of_account ON delivery (account_id, created_at, delivery_id);
  CREATE INDEX delivery_of_account_event ON delivery (account_id, event, created_at, delivery_id);
  CREATE INDEX delivery_of_account_undelivered ON delivery (account_id, status, created_at, delivery_id) WHERE status <> 'delivered';
  CREATE INDEX delivery_of_receiver ON delivery (receiver_id, created_at, delivery_id);
  CREATE INDEX delivery_of_receiver_undelivered ON delivery (receiver_id, status, created_at, delivery_id) WHERE status <> 'delivered';
  -- For receivers that hardly ever answer: finds their few delivered rows among all others (docs/performance.md).
  CREATE INDEX delivery_of_receiver_delivered ON delivery (receiver_id, created_at, delivery_id) WHERE status = 'delivered';
  CREATE INDEX delivery_failing ON delivery (account_id, created_at, delivery_id) WHERE ${FAILING};
  CREATE INDEX delivery_failing_of_consignment ON delivery (consignment_id, created_at) WHERE ${FAILING};
  -- Each list of receivers counts the failed deliveries. A count reads only this index.
  CREATE INDEX delivery_still_failed ON delivery (account_id, receiver_id) WHERE status IN ('exhausted', 'expired') AND NOT is_test;
  CREATE INDEX delivery_of_outcome ON delivery (account_id, last_outcome, created_at, delivery_id) WHERE last_outcome <> 'accepted';
  CREATE INDEX delivery_of_http_status ON delivery (account_id, last_http_status, created_at, delivery_id) WHERE last_http_status <> 200;
  CREATE INDEX delivery_cancelled ON delivery (updated_at) WHERE status = 'cancelled';
  CREATE INDEX delivery_operational ON delivery (account_id, created_at, delivery_id) WHERE kind = 'operational';

  -- Bodies are not stored: the hash shows which form of the event was sent. recorded_at is the database's clock, by which the statistics job
  -- finds new attempts; event and is_test save the job a join with table delivery.
  CREATE TABLE delivery_attempt (
    delivery_id uuid NOT NULL,
    receiver_id uuid NOT NULL,
    account_id bigint NOT NULL,
    attempted_at timestamptz NOT NULL,
    delivery_created_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz,
    certificate_not_before timestamptz,
    certificate_not_after timestamptz,
    duration_ms integer NOT NULL,
    dns_ms integer,
    connect_ms integer,
    tls_ms integer,
    first_byte_ms integer,
    round smallint NOT NULL,
    attempt smallint NOT NULL,
    http_status smallint,
    reason smallint,
    is_test boolean NOT NULL,
    event text NOT NULL,
    outcome text NOT NULL,
    detail text,
    answer text,
    sender_address text,
    url text,
    request_headers text,
    tls_version text,
    body_sha256 bytea,
    PRIMARY KEY (delivery_id, round, attempt, delivery_created_at)
  ) PARTITION BY RANGE (delivery_created_at);
  CREATE INDEX delivery_attempt_recorded ON delivery_attempt ${brin('recorded_at')};
  CREATE INDEX delivery_attempt_made ON delivery_attempt ${brin('attempted_at')};
  -- The last attempts of deliveries that ended without a success are few.
  CREATE INDEX delivery_attempt_gave_up ON delivery_attempt (recorded_at) WHERE outcome <> 'accepted' AND next_attempt_at IS NULL;

  -- An empty body belongs to an erased parcel: the row keeps its place in the order, and its attempt is never made.
  CREATE TABLE delivery_overflow (
    overflow_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    receiver_id uuid NOT NULL,
    consignment_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    delivery_created_at timestamptz NOT NULL,
    account_id bigint NOT NULL,
    eventid uuid NOT NULL,
    event text NOT NULL,
    round smallint NOT NULL,
    attempt smallint NOT NULL,
    due_at timestamptz,
    is_test boolean NOT NULL,
    reference_values jsonb NOT NULL,
    body bytea NOT NULL,
    traceparent text,
    stored_at timestamptz NOT NULL DEFAULT now(),
    stored_by uuid NOT NULL,
    not_before timestamptz
  );
  CREATE INDEX delivery_overflow_of_receiver ON delivery_overflow (receiver_id, overflow_id);
  CREATE INDEX delivery_overflow_kept ON delivery_overflow (receiver_id, consignment_id, overflow_id) WHERE not_before IS NOT NULL;

  -- This table and receiver_queue have few rows that change often. The key is their only index, so that an update stays in its page.
  CREATE TABLE attempt_partition (
    partition integer PRIMARY KEY,
    epoch bigint NOT NULL DEFAULT 1,
    owner uuid,
    seen_at timestamptz NOT NULL DEFAULT now(),
    ahead integer NOT NULL DEFAULT 0
  );

  -- Circuits, holds and limits live in the owner's memory. This table shows them to the API and the commands.
  CREATE TABLE receiver_queue (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    partition integer NOT NULL,
    epoch bigint NOT NULL,
    circuit_opened_at timestamptz,
    probe_at timestamptz,
    held_since timestamptz,
    held_until timestamptz,
    held_http_status smallint,
    limited_since timestamptz,
    waiting integer NOT NULL DEFAULT 0
  );
`;

const TOKEN_API = `
  CREATE TABLE account (
    account_id bigint PRIMARY KEY CHECK (account_id > 0),
    name text NOT NULL DEFAULT '',
    time_zone text,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  -- This table and the next two store only hashes of their secrets.
  CREATE TABLE api_token (
    token_id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    note text NOT NULL DEFAULT '',
    scope text NOT NULL CHECK (scope IN ('read', 'write', 'generate')),
    secret_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    revoked_at timestamptz
  );
  CREATE INDEX api_token_active ON api_token (account_id, token_id) WHERE revoked_at IS NULL;

  -- link_id is not a foreign key: a link is deleted before the session that it opened.
  CREATE TABLE session (
    session_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    token_id bigint NOT NULL REFERENCES api_token,
    scope text NOT NULL CHECK (scope IN ('read', 'write', 'generate')),
    link_id uuid,
    secret_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz
  );
  CREATE INDEX session_open ON session (account_id, expires_at) WHERE ended_at IS NULL;
  CREATE INDEX session_age ON session (least(ended_at, expires_at));

  CREATE TABLE session_link (
    link_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    token_id bigint NOT NULL REFERENCES api_token,
    scope text NOT NULL CHECK (scope IN ('read', 'write')),
    note text NOT NULL DEFAULT '',
    code_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    ended_at timestamptz
  );
  CREATE INDEX session_link_open ON session_link (account_id, expires_at) WHERE used_at IS NULL AND ended_at IS NULL;
  CREATE INDEX session_link_age ON session_link (least(ended_at, expires_at));

  CREATE TABLE receiver (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    url text NOT NULL,
    name text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    metadata jsonb NOT NULL DEFAULT '{}',
    enabled boolean NOT NULL DEFAULT true,
    events text[] NOT NULL DEFAULT '{}',
    clients text[] NOT NULL DEFAULT '{}',
    format text NOT NULL DEFAULT 'plain',
    query_parameters text[] NOT NULL DEFAULT '{}',
    eta_unknown_form text NOT NULL DEFAULT 'object',
    auth jsonb NOT NULL DEFAULT '{"type":"none"}',
    client_certificate jsonb,
    signing_enabled boolean NOT NULL DEFAULT true,
    signing_secrets jsonb NOT NULL DEFAULT '[]',
    timeout_ms integer NOT NULL DEFAULT 15000,
    max_per_second integer,
    max_in_flight integer,
    on_gone text NOT NULL DEFAULT 'retry',
    disable_after_failing_for text,
    disabled_at timestamptz,
    disabled_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX receiver_of_account ON receiver (account_id, created_at, receiver_id);

  -- Commands and other apps write it too. It has no foreign keys to account, api_token or receiver, because an entry outlives its subject.
  CREATE TABLE audit_log (
    audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL,
    happened_at timestamptz NOT NULL DEFAULT now(),
    action text NOT NULL,
    subject_id text NOT NULL,
    by_token_id bigint,
    by_session_id uuid,
    by_command text,
    request_id text,
    before jsonb,
    after jsonb,
    CHECK ((by_token_id IS NULL) <> (by_command IS NULL))
  );
  CREATE INDEX audit_log_of_account ON audit_log (account_id, audit_id);
  -- The past configuration of a receiver follows from its entries. Its account may have a million other entries.
  CREATE INDEX audit_log_of_subject ON audit_log (account_id, subject_id, audit_id);
  CREATE INDEX audit_log_age ON audit_log (happened_at);

  -- in_hand: rounds that have begun in table delivery, but whose first attempt may not be published yet. The lease holder publishes them again.
  CREATE TABLE redelivery (
    redelivery_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    receiver_id uuid NOT NULL,
    delivery_id uuid,
    from_at timestamptz,
    to_at timestamptz,
    status text,
    idempotency_key text,
    request text NOT NULL,
    state text NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    total integer NOT NULL,
    started integer NOT NULL DEFAULT 0,
    in_hand jsonb NOT NULL DEFAULT '[]',
    walked_to_at timestamptz,
    walked_to_id uuid,
    owner uuid,
    leased_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX redelivery_of_account ON redelivery (account_id, created_at, redelivery_id);
  CREATE INDEX redelivery_running ON redelivery (created_at) WHERE state = 'running';
  CREATE UNIQUE INDEX redelivery_of_key ON redelivery (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE UNIQUE INDEX redelivery_same ON redelivery (account_id, request) WHERE idempotency_key IS NULL AND state = 'running';

  -- The key has no nulls: receiver_id of zeros = all receivers of the account; outcome 'none' and http_status -1 = no value. The key serves
  -- GET /statistics; the other index serves the job, which replaces and removes periods.
  CREATE TABLE attempt_rollup (
    account_id bigint NOT NULL,
    receiver_id uuid NOT NULL,
    grain text NOT NULL CHECK (grain IN ('minute', 'quarter', 'day')),
    bucket timestamptz NOT NULL,
    event text NOT NULL,
    outcome text NOT NULL,
    http_status smallint NOT NULL,
    attempts integer NOT NULL,
    delivered integer NOT NULL,
    exhausted integer NOT NULL,
    expired integer NOT NULL,
    cancelled integer NOT NULL,
    latency_buckets smallint[] NOT NULL,
    latency_counts integer[] NOT NULL,
    PRIMARY KEY (account_id, receiver_id, grain, bucket, event, outcome, http_status)
  );
  CREATE INDEX attempt_rollup_of_period ON attempt_rollup (grain, bucket);

  -- Quarters before quarters_until and days before days_until have their own rows. Younger periods exist only as finer rows.
  CREATE TABLE statistics_progress (
    id smallint PRIMARY KEY CHECK (id = 1),
    recorded_until timestamptz NOT NULL,
    quarters_until timestamptz NOT NULL,
    days_until timestamptz NOT NULL,
    not_before timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO statistics_progress (id, recorded_until, quarters_until, days_until)
  SELECT 1, now(), date_bin('15 minutes', now(), '2000-01-01T00:00:00Z'), date_bin('1 day', now(), '2000-01-01T00:00:00Z');

  -- Lists of receivers show these counts, so the job computes them once instead of each request.
  CREATE TABLE receiver_health (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure_outcome text,
    last_failure_http_status smallint,
    last_failure_detail text,
    failed_first timestamptz[] NOT NULL DEFAULT '{}',
    failures_from timestamptz,
    failed_by_credentials boolean,
    last_exhausted_at timestamptz,
    certificate_not_before timestamptz,
    certificate_not_after timestamptz,
    day_attempts integer NOT NULL DEFAULT 0,
    day_delivered integer NOT NULL DEFAULT 0,
    day_failed integer NOT NULL DEFAULT 0
  );

  -- subjects and counts cover every entry, including entries that the event does not list.
  CREATE TABLE notification (
    eventid uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    event text NOT NULL,
    entries jsonb NOT NULL,
    subjects uuid[] NOT NULL,
    counts integer[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
    published_at timestamptz,
    walked_to uuid,
    leased_until timestamptz NOT NULL DEFAULT '-infinity'
  );
  CREATE INDEX notification_of_account ON notification (account_id, created_at, eventid);
  CREATE INDEX notification_age ON notification (created_at);
  CREATE INDEX notification_unpublished ON notification (leased_until) WHERE published_at IS NULL;

  -- This table and the next three hold the memory of the job for operational events, so that it reports nothing twice.
  CREATE TABLE receiver_outage (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    reason text NOT NULL,
    since timestamptz NOT NULL,
    raised_at timestamptz NOT NULL,
    ended_at timestamptz
  );

  CREATE TABLE notification_told (
    subject text PRIMARY KEY,
    forget_after timestamptz NOT NULL
  );

  CREATE TABLE exhausted_series (
    account_id bigint PRIMARY KEY,
    began_at timestamptz,
    next_at timestamptz NOT NULL,
    counted_until timestamptz NOT NULL,
    counted_ids uuid[] NOT NULL
  );

  CREATE TABLE notification_progress (
    id smallint PRIMARY KEY CHECK (id = 1),
    decided_at timestamptz NOT NULL,
    not_before timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO notification_progress (id, decided_at) VALUES (1, now());
`;

export class FirstTables1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [COMMON, EVENT_BUILDER, WEBHOOK_SENDER, TOKEN_API]) await runner.query(tables);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
