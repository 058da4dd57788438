import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
const haveOneShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** Shapes that V8 is still getting to know, and those of before it knew the types of the fields. */
const FIRST = 50;

/**
 * How many shapes (V8's maps) a maker's objects have once it is warm. What reads objects of one shape is several times faster than what meets a new
 * one with each object, and so are made by a literal that begins with a spread and goes on, in Node.js 20.
 */
export function shapesOf(make: (index: number) => object): number {
  const objects = Array.from({ length: 2 * FIRST }, (_, index) => make(index)).slice(FIRST);
  return objects.filter((object, index) => objects.findIndex((other) => haveOneShape(object, other)) === index).length;
}
