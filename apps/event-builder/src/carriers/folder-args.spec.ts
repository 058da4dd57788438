import { describe, expect, it } from '@jest/globals';
import { foldersOf } from './folder-args.js';

const UNSAID = { folder: undefined, isOverlay: false };

describe('foldersOf', () => {
  it('takes CARRIERS_DIR and CARRIERS_OVERLAY where the arguments say nothing', () => {
    expect(foldersOf(UNSAID, {})).toEqual({ folder: '', isOverlay: true });
    expect(foldersOf(UNSAID, { CARRIERS_DIR: '/c', CARRIERS_OVERLAY: 'false' })).toEqual({ folder: '/c', isOverlay: false });
  });

  it('takes the arguments before them', () => {
    const env = { CARRIERS_DIR: '/c', CARRIERS_OVERLAY: 'false' };
    expect(foldersOf({ folder: '/mine', isOverlay: true }, env)).toEqual({ folder: '/mine', isOverlay: true });
  });

  it('refuses what event-builder refuses', () => {
    expect(() => foldersOf(UNSAID, { CARRIERS_OVERLAY: 'no' })).toThrow('CARRIERS_OVERLAY must be one of true, false, not "no"');
  });
});
