import { describe, expect, it } from '@jest/globals';
import { isLoopback } from './loopback.js';

describe('this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]'])(
    'is %s',
    (host) => {
      expect(isLoopback(new URL(`http://${host}:3000/hook`))).toBe(true);
    },
  );

  it.each([
    'localhost.shop.example',
    '127.0.0.1.shop.example',
    'notlocalhost',
    '0.0.0.0',
    '128.0.0.1',
    '[::]',
    '[::2]',
    '[::ffff:7f00:1]',
    'localhost@shop.example',
    '192.168.0.1',
  ])('is not %s', (host) => {
    expect(isLoopback(new URL(`http://${host}:3000/hook`))).toBe(false);
  });
});
