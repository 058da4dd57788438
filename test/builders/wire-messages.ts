// The messages scan/1 and record/1 as upstream systems write them (domain D.2, D.3).

export interface ScanMessage {
  readonly schema: 'scan/1';
  readonly scan_id: string;
  readonly account?: number;
  readonly courier: string;
  readonly tracking_number: string;
  readonly occurred_at?: string;
  readonly occurred_at_local?: string;
  readonly time_zone?: string;
  readonly carrier_code?: string;
  readonly carrier_sub_code?: string;
  readonly raw_text?: string;
  readonly location?: { readonly text: string };
  readonly status_hint?: string;
  readonly exception_hint?: string;
  readonly next_action_hint?: string;
  readonly return_reason_hint?: string;
  readonly inbound_hint?: boolean;
  readonly eta?: EtaMessage | null;
  readonly delivery_location?: string;
  readonly delivery_information?: string;
  readonly pickup_location?: PickupMessage;
  readonly reroute_link?: string;
  readonly tracking_link?: string;
}

export interface EtaMessage {
  readonly start_date: string;
  readonly end_date?: string;
  readonly start_time?: string;
  readonly end_time?: string;
}

export interface PickupMessage {
  readonly address?: string;
  readonly opening_hours?: object;
  readonly coordinates?: { readonly lat: number; readonly long: number };
}

export interface ReferencesMessage {
  readonly courier: string;
  readonly tracking_number: string;
  readonly orderNo: string;
  readonly client: string;
  readonly warehouse: string;
  readonly destination_country_iso3: string;
  readonly language: string;
}

export interface RecordMessage {
  readonly schema: 'record/1';
  readonly transfer_id: string;
  readonly account: number;
  readonly action: 'upsert' | 'cancel';
  readonly occurred_at: string;
  readonly references: ReferencesMessage;
  readonly send_date?: string;
  readonly warehouse_time_zone?: string;
  readonly recipient_time_zone?: string;
  readonly links?: { readonly tracking_link?: string; readonly reroute_link?: string };
  readonly is_return?: boolean;
}
