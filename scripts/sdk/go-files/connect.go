package colophon

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options of Connect; the zero value has the defaults.
type Options struct {
	// APIKey of an application, for a service that requires one.
	APIKey string
	// Retries is how often one request is repeated at most: 2 by default, below 0 for none.
	Retries int
	// LongestWait before a repetition, 20 seconds by default. A longer Retry-After is an error at once.
	LongestWait time.Duration
	// Transport that sends the requests, http.DefaultTransport by default.
	Transport http.RoundTripper
}

// Client has a service for each type, such as DocumentsAPI, and the tokens of who has signed in. It may be used by several
// goroutines.
type Client struct {
	*APIClient
	session *session
}

// Connect prepares a client for the service at an address. It sends no request yet: a wrong address is an error of the first one.
func Connect(address string, options Options) *Client {
	address = strings.TrimRight(address, "/")
	place, err := url.Parse(address)
	if err != nil {
		place = &url.URL{}
	}
	if options.Retries == 0 {
		options.Retries = 2
	}
	if options.LongestWait == 0 {
		options.LongestWait = 20 * time.Second
	}
	if options.Transport == nil {
		options.Transport = http.DefaultTransport
	}
	session := &session{Options: options, address: address, place: place}
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: address}}
	configuration.HTTPClient = &http.Client{Transport: session}
	return &Client{NewAPIClient(configuration), session}
}

// A session is the transport of a client: it adds tokens, and repeats what is refused for the moment.
type session struct {
	Options
	address string
	place   *url.URL
	mutex   sync.Mutex
	access  string
	refresh string
	// The grant of an application, which signs in again.
	application map[string]string
	renewal     sync.Mutex
}

func (s *session) token() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.access
}

func (s *session) obtain(ctx context.Context, credentials map[string]string) error {
	body, err := json.Marshal(credentials)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, "POST", s.address+"/auth", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/vnd.api+json")
	s.addKey(request)
	response, err := s.Transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return refusedSignIn(response.Status, answer)
	}
	var tokens struct{ Meta struct{ Jwt, Renew string } }
	if err := json.Unmarshal(answer, &tokens); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.access, s.refresh = tokens.Meta.Jwt, tokens.Meta.Renew
	return nil
}

func (s *session) addKey(request *http.Request) {
	if s.APIKey != "" {
		request.Header.Set("X-Api-Key", s.APIKey)
	}
}

// RoundTrip repeats a request where this cannot do its work twice.
func (s *session) RoundTrip(request *http.Request) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		response, err := s.sendWithToken(request)
		if attempt >= s.Retries || !mayRepeat(request, response, err) {
			return response, err
		}
		wait := waitBefore(attempt, response)
		if wait > s.LongestWait {
			return response, err
		}
		discard(response)
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-request.Context().Done():
			timer.Stop()
			return nil, request.Context().Err()
		}
		if request, err = again(request); err != nil {
			return nil, err
		}
	}
}

func (s *session) sendWithToken(request *http.Request) (*http.Response, error) {
	token := s.token()
	isOfService := request.URL.Host == s.place.Host && request.URL.Scheme == s.place.Scheme
	if !isOfService || token == "" || request.Header.Get("Authorization") != "" {
		return s.send(request, isOfService, "")
	}
	response, err := s.send(request, true, token)
	if err != nil || response.StatusCode != http.StatusUnauthorized || !canRepeat(request) {
		return response, err
	}
	if !s.renew(request.Context(), token) {
		return response, nil
	}
	discard(response)
	if request, err = again(request); err != nil {
		return nil, err
	}
	return s.send(request, true, s.token())
}

func (s *session) send(request *http.Request, isOfService bool, token string) (*http.Response, error) {
	copied := request.Clone(request.Context())
	if isOfService {
		s.addKey(copied)
	}
	if token != "" {
		copied.Header.Set("Authorization", "Bearer "+token)
	}
	if report, ok := request.Context().Value(progressKey{}).(func(sent, total int64)); ok && copied.Body != nil {
		copied.Body = &counted{ReadCloser: copied.Body, total: copied.ContentLength, report: report}
	}
	return s.Transport.RoundTrip(copied)
}

func canRepeat(request *http.Request) bool {
	return request.Body == nil || request.Body == http.NoBody || request.GetBody != nil
}

func again(request *http.Request) (*http.Request, error) {
	copied := request.Clone(request.Context())
	if request.GetBody == nil {
		return copied, nil
	}
	body, err := request.GetBody()
	copied.Body = body
	return copied, err
}

// A 429 has done nothing. After other refusals the work may have been done, and its response is lost.
func mayRepeat(request *http.Request, response *http.Response, err error) bool {
	isForNow := err != nil || response.StatusCode == 429 || response.StatusCode == 503
	isSafe := request.Method == "GET" || request.Method == "HEAD" || request.Header.Get("Idempotency-Key") != "" ||
		err == nil && response.StatusCode == 429
	return isForNow && isSafe && canRepeat(request) && request.Context().Err() == nil
}

// Without Retry-After 100 to 200 ms before the first repetition, twice as many before each further one.
func waitBefore(attempt int, response *http.Response) time.Duration {
	if response != nil {
		if seconds, err := strconv.ParseFloat(response.Header.Get("Retry-After"), 64); err == nil {
			return time.Duration(seconds * float64(time.Second))
		}
	}
	return time.Duration((0.5 + rand.Float64()/2) * float64(200*time.Millisecond<<attempt))
}

func discard(response *http.Response) {
	if response != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
		response.Body.Close()
	}
}

// The request of an upload: a file is sent from where it stands, and is not read into memory.
func uploadRequest(method, address string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequest(method, address, body)
	file, isFile := body.(*os.File)
	if err != nil || !isFile {
		return request, err
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return request, nil
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	request.ContentLength = info.Size() - start
	request.GetBody = func() (io.ReadCloser, error) {
		if request.ContentLength == 0 {
			return http.NoBody, nil
		}
		return io.NopCloser(io.NewSectionReader(file, start, request.ContentLength)), nil
	}
	request.Body, err = request.GetBody()
	return request, err
}

type progressKey struct{}

// WithProgress calls a function with the bytes of a body that were sent, and with all of them: -1 when this is not known. Give
// the context to an upload. A repetition begins at 0.
func WithProgress(ctx context.Context, report func(sent, total int64)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

type counted struct {
	io.ReadCloser
	sent, total int64
	report      func(sent, total int64)
}

func (c *counted) Read(bytes []byte) (int, error) {
	count, err := c.ReadCloser.Read(bytes)
	if count > 0 {
		c.sent += int64(count)
		c.report(c.sent, c.total)
	}
	return count, err
}
