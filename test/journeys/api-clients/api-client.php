<?php
// A client of /apis/php as a small site would write it, with what PHP brings: signs up, signs in, posts, and reads.
// php api-client.php <base> <key> <secret> <user name>

[, $base, $key, $secret, $username] = $argv;

function call(string $method, string $path, ?array $body = null, ?string $token = null, ?string $otherSecret = null): array
{
    global $base, $key, $secret;
    $timestamp = (string) time();
    $headers = [
        'X-API-Key: ' . $key,
        'X-Timestamp: ' . $timestamp,
        'X-Signature: ' . hash_hmac('sha256', $timestamp, $otherSecret ?? $secret),
    ];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
    }
    if ($token !== null) {
        $headers[] = 'x-auth-token: ' . $token;
    }
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => $headers,
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
        'timeout' => 30,
    ]]);
    $text = file_get_contents($base . '/apis/php' . $path, false, $context);
    preg_match('/^HTTP\/\S+ (\d+)/', $http_response_header[0], $found);
    return ['status' => (int) $found[1], 'data' => json_decode($text, true)['data'] ?? null];
}

$password = 'a long and quiet sentence';
$signup = call('POST', '/auth/signup', [
    'username' => $username,
    'email' => $username . '@example.org',
    'password' => $password,
    'first_name' => 'New',
    'last_name' => 'Comer',
    'gender' => '1',
    'device_type' => 'A',
]);
$signout = call('POST', '/auth/signout', [], $signup['data']['token'] ?? '');
$signin = call('POST', '/auth/signin', ['username_email' => $username, 'password' => $password, 'device_type' => 'A']);
$token = $signin['data']['token'] ?? '';
$post = call('POST', '/posts/post', ['text' => 'Hello from ' . $username, 'privacy' => 'public'], $token);
$address = '/posts/post/' . ($post['data']['post_id'] ?? '0');

echo json_encode([
    'signup' => $signup['status'],
    'signout' => $signout['status'],
    'signin' => $signin['status'],
    'post' => $post['status'],
    'read' => call('GET', $address, null, $token)['data']['text'] ?? null,
    'readByKey' => call('GET', $address)['data']['text'] ?? null,
    'wrongSecret' => call('GET', '/ping', null, null, 'guessed')['status'],
]);
