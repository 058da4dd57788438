import { describe, expect, it } from '@jest/globals';
import { OffsetCommits } from './offset-commits.js';

const quiet = { warn: () => undefined };

/** Commits that end when told to. */
function slowBroker() {
  const asked: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const commitOnce = (offsets?: { topics: { partitions: { offset: string }[] }[] }): Promise<void> => {
    asked.push(offsets?.topics[0]?.partitions[0]?.offset ?? '');
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  };
  return { asked, ends, commitOnce };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('commits that the broker lets wait', () => {
  it('form no queue: calls meanwhile share the next commit, which takes all that is due by then', async () => {
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
  it('come one after the other: one that is asked for twice while another is under way begins behind it', async () => {
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
    await turn(); // the second is under way
    void finish('2');
    await turn();
    expect(broker.asked).toEqual(['1', '2']);
    broker.ends[1]!();
    await turn();
    expect(broker.asked).toEqual(['1', '2', '3']);
  });

  it('tell of each topic that has gone on, once, and only when the broker has taken them', async () => {
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

  it('go by the newest batch of a membership, and by a fetch without messages for as long as none has come', async () => {
    const asked: string[] = [];
    const by = (name: string) => (): Promise<void> => {
      asked.push(name);
      return Promise.resolve();
    };
    const commits = new OffsetCommits(quiet);
    const pass = (offset: string): Promise<void> => {
      commits.passed({ topic: 'scans', partition: 0, offset }, by('the fetch'));
      return commits.commit();
    };
    await pass('0');
    commits.use(by('the batch'));
    await pass('1');
    commits.forgetAll(); // joined again
    await pass('2');
    expect(asked).toEqual(['the fetch', 'the batch', 'the fetch']);
  });

  it('stay below what is unfinished of a partition, of whatever batch it is', async () => {
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

  it('are not tried before there is anything to commit by', async () => {
    const commits = new OffsetCommits({ warn: () => expect('a warning').toBe('none') });
    commits.watermark('scans', 0).passed('0');
    await commits.commit();
  });
});

describe('commits of a member that its group has given up', () => {
  it('are not tried again before it has joined again', async () => {
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
    commits.forgetAll(); // joined once more, before the broker has refused the commit of the membership before
    broker.ends[1]!(Object.assign(new Error('Specified group generation id is not valid'), { type: 'ILLEGAL_GENERATION' }));
    await turn();
    void finish('2');
    await turn();
    expect(broker.asked).toEqual(['1', '2', '3']);
  });
});
