import { describe, expect, it } from '@jest/globals';
import type { Commit } from '../kafka.js';
import { OffsetCommits } from './offset-commits.js';

const quiet = { warn: () => undefined };

/** A broker that answers a commit when the test says so. */
function slowBroker() {
  const asked: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const commitOnce: Commit = ([first]) => {
    asked.push(first?.offset ?? '');
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  };
  return { asked, ends, commitOnce };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('commits to a slow broker', () => {
  it('form no queue: calls during a commit share the next commit, with all offsets that are due by then', async () => {
    const broker = slowBroker();
    const commits = new OffsetCommits(quiet);
    commits.use(broker.commitOnce);
    const watermark = commits.watermark('scans', 0);
    const finish = (offset: string): void => {
      watermark.start(offset);
      watermark.finish(offset);
    };
    finish('0');
    void commits.commit();
    await turn();
    const later = ['1', '2', '3'].map((offset) => {
      finish(offset);
      return commits.commit();
    });
    expect(broker.asked).toEqual(['1']);
    broker.ends[0]!(new Error('This is not the correct coordinator for this group'));
    await turn();
    expect(broker.asked).toEqual(['1', '4']);
    broker.ends[1]!();
    await Promise.all(later);
    await commits.commit();
    expect(broker.asked).toEqual(['1', '4']);
  });
});

describe('commits', () => {
  it('come one after the other', async () => {
    const broker = slowBroker();
    const commits = new OffsetCommits(quiet);
    commits.use(broker.commitOnce);
    const finish = (offset: string): Promise<void> => {
      commits.watermark('scans', 0).passed(offset);
      return commits.commit();
    };
    void finish('0');
    await turn();
    void finish('1');
    await turn();
    broker.ends[0]!();
    await turn(); // the second commit is under way
    void finish('2');
    await turn();
    expect(broker.asked).toEqual(['1', '2']);
    broker.ends[1]!();
    await turn();
    expect(broker.asked).toEqual(['1', '2', '3']);
  });

  it('report each topic once, after the broker has taken them', async () => {
    const told: string[] = [];
    const broker = slowBroker();
    const commits = new OffsetCommits(quiet, (topic) => told.push(topic));
    commits.use(broker.commitOnce);
    [0, 1].forEach((partition) => commits.watermark('scans', partition).passed('7'));
    const under = commits.commit();
    await turn();
    expect(told).toEqual([]);
    broker.ends[0]!();
    await under;
    expect(told).toEqual(['scans']);
  });

  it('go through the newest batch of a membership, and through the consumer until a batch has come', async () => {
    const asked: string[] = [];
    const by = (name: string) => (): Promise<void> => {
      asked.push(name);
      return Promise.resolve();
    };
    const commits = new OffsetCommits(quiet);
    const pass = (offset: string): Promise<void> => {
      commits.passed({ topic: 'scans', partition: 0, offset }, by('the consumer'));
      return commits.commit();
    };
    await pass('0');
    commits.use(by('the batch'));
    await pass('1');
    commits.forgetAll(); // joined again
    await pass('2');
    expect(asked).toEqual(['the consumer', 'the batch', 'the consumer']);
  });

  it('stay below the lowest unfinished offset of a partition', async () => {
    const broker = slowBroker();
    const commits = new OffsetCommits(quiet);
    commits.use(broker.commitOnce);
    commits.watermark('scans', 0).start('4');
    commits.watermark('scans', 0).start('5');
    commits.watermark('scans', 0).finish('5');
    void commits.commit();
    await turn();
    expect(broker.asked).toEqual(['4']);
  });

  it('are not tried before there is a batch or a consumer to commit through', async () => {
    const commits = new OffsetCommits({ warn: () => expect('a warning').toBe('none') });
    commits.watermark('scans', 0).passed('0');
    await commits.commit();
  });
});

describe('commits of a member that its group has removed', () => {
  it('are not tried again before the member has joined again', async () => {
    const broker = slowBroker();
    const commits = new OffsetCommits(quiet);
    commits.use(broker.commitOnce);
    const finish = (offset: string): Promise<void> => {
      const watermark = commits.watermark('scans', 0);
      watermark.start(offset);
      watermark.finish(offset);
      return commits.commit();
    };
    void finish('0');
    await turn();
    broker.ends[0]!(Object.assign(new Error('The coordinator is not aware of this member'), { type: 'UNKNOWN_MEMBER_ID' }));
    await turn();
    await finish('1');
    expect(broker.asked).toEqual(['1']);
    commits.forgetAll();
    void finish('1');
    await turn();
    expect(broker.asked).toEqual(['1', '2']);
    commits.forgetAll(); // joined once more, before the broker refuses the commit of the previous membership
    broker.ends[1]!(Object.assign(new Error('Specified group generation id is not valid'), { type: 'ILLEGAL_GENERATION' }));
    await turn();
    void finish('2');
    await turn();
    expect(broker.asked).toEqual(['1', '2', '3']);
  });
});
