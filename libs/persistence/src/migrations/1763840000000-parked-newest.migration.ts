import type { MigrationInterface, QueryRunner } from 'typeorm';

// The newest parked scans of a parcel, the carriers' and each account's own apart, without reading their JSON: however many there are, and
// however large they are, a record that opens the consignment finds its thousand. The id of a scan shows its account (docs/decisions/0009).
const NEWEST = `
  CREATE INDEX CONCURRENTLY orphan_scan_newest
  ON orphan_scan (courier, tracking_number, coalesce(substring(scan_id FROM '^account:[0-9]+:'), ''), created_at)`;

export class ParkedNewest1763840000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // What a run that was ended has left is there, but not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orphan_scan_newest');
    await runner.query(NEWEST);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
