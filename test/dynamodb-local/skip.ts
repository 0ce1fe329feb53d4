import { beforeEach, inject } from 'vitest';

const dynamodbLocal = inject('dynamodbLocal');

if ('missing' in dynamodbLocal) beforeEach(({ skip }) => skip(dynamodbLocal.missing));
