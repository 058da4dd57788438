import { describe, expect, it } from '@jest/globals';
import { foldersOf } from './folder-args.js';

const UNSAID = { folder: undefined, isOverlay: false };

describe('foldersOf', () => {
  it('uses CARRIERS_DIR and CARRIERS_OVERLAY when there are no arguments', () => {
    expect(foldersOf(UNSAID, {})).toEqual({ folder: '', isOverlay: true });
    expect(foldersOf(UNSAID, { CARRIERS_DIR: '/c', CARRIERS_OVERLAY: 'false' })).toEqual({ folder: '/c', isOverlay: false });
  });

  it('prefers the arguments', () => {
    const env = { CARRIERS_DIR: '/c', CARRIERS_OVERLAY: 'false' };
    expect(foldersOf({ folder: '/mine', isOverlay: true }, env)).toEqual({ folder: '/mine', isOverlay: true });
  });

  it('refuses what event-builder refuses', () => {
    expect(() => foldersOf(UNSAID, { CARRIERS_OVERLAY: 'no' })).toThrow('CARRIERS_OVERLAY must be one of true, false, not "no"');
  });
});
