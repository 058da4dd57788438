import { describe, expect, it } from '@jest/globals';
import { OffsetCommits } from './offset-commits.service.js';

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
  it('form no queue: whoever asks meanwhile shares the next one, which takes all that is due by then', async () => {
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

describe('commits of a member that its group has given up', () => {
  it('are not tried again before it has joined anew', async () => {
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
