/**
 * Makes the compilers of npm faster by a third: their code asks for an entry of the function table at every call that may throw, and
 * the engine takes its time for each. Entries are kept here; to be loaded before the compiler, in a process of its own.
 */
const { get, set } = WebAssembly.Table.prototype;
let entries = [];

WebAssembly.Table.prototype.get = function (index) {
  entries[index] ??= get.call(this, index);
  return entries[index];
};
WebAssembly.Table.prototype.set = function (index, entry) {
  entries = [];
  return set.call(this, index, entry);
};
