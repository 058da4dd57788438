import { attemptId, type DeliveryAttempt } from '#libs/contracts';

type Identified = Readonly<{ id: string }>;
type Holder<Verdict> = Identified & Readonly<{ verdict: Promise<Verdict> }>;

/** The attempts that this process has in a queue or under way, by id. The same attempt, read again, shares the verdict of the first. */
export class KnownAttempts<Verdict> {
  private readonly verdicts = new Map<string, Promise<Verdict>>();
  /** Rows whose attempt was made and cannot be recorded. */
  private readonly unrecordable = new Set<string>();

  add({ id, verdict }: Holder<Verdict>): void {
    this.verdicts.set(id, verdict);
  }

  verdictFor({ id }: Identified): Promise<Verdict> | undefined {
    return this.verdicts.get(id);
  }

  verdictOf(attempt: DeliveryAttempt): Promise<Verdict> | undefined {
    return this.verdictFor({ id: attemptId(attempt) });
  }

  /** False when the attempt was forgotten, or when the same attempt has entered again. */
  isHeldBy(holder: Holder<Verdict>): boolean {
    return this.verdictFor(holder) === holder.verdict;
  }

  /** From now on, the same attempt enters as a new one. */
  forget(id: string): void {
    this.verdicts.delete(id);
  }

  /** A stored row that cannot be recorded would be read and sent in a loop: it stays in the table until an operator looks at it. */
  markUnrecordable({ id }: Identified): void {
    this.unrecordable.add(id);
  }

  isUnrecordable(attempt: DeliveryAttempt): boolean {
    return this.unrecordable.has(attemptId(attempt));
  }

  /** Of one receiver's rows those that may enter their queue: none that is there already, and no row behind such a row of the same consignment. */
  makeable<Row extends Readonly<{ attempt: DeliveryAttempt }>>(rows: readonly Row[]): Row[] {
    const heldUp = new Set<string>();
    return rows.filter(({ attempt }) => {
      if (this.isUnrecordable(attempt)) return false;
      if (this.verdictOf(attempt) !== undefined) heldUp.add(attempt.consignmentId);
      return !heldUp.has(attempt.consignmentId);
    });
  }
}
