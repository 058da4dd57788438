// Preloaded into an app (--import): SIGUSR2 makes a promise that is rejected and that nobody handles.
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody handles this')));
